#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A guestbook. Its database is beside the site, not in it."""

import html
import os
import sqlite3
from pathlib import Path
from urllib.parse import parse_qs

import persist_worker

LONGEST = 10_000
FIELDS = {"name": 100, "text": 2000}
PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Guestbook</title>
<link rel="stylesheet" href="style.css">
<h1>Guestbook</h1>
<form method="post">
<p><label>Name <input name="name" maxlength="100" required></label>
<p><label>Text <textarea name="text" maxlength="2000" required></textarea>
</label>
<p><button>Sign</button>
</form>
{entries}
<p><small>Process {pid} has answered {count} requests; the database was
opened once.</small>
"""
ENTRY = "<article><p>{text}<p><small>{name}, {at}</small></article>"

# Opened once, for all requests of this process.
path = Path(__file__).resolve().parent.parent / "data" / "guestbook.sqlite"
database = sqlite3.connect(path, isolation_level=None)
database.execute("PRAGMA journal_mode = WAL")
database.execute(
    "CREATE TABLE IF NOT EXISTS entry"
    " (name TEXT, text TEXT, at TEXT DEFAULT CURRENT_TIMESTAMP)"
)


def sign(request):
    form = parse_qs(request.body.read(LONGEST).decode("utf-8", "replace"))
    name, text = (
        form.get(field, [""])[0].strip()[:longest]
        for field, longest in FIELDS.items()
    )
    if name and text:
        database.execute(
            "INSERT INTO entry (name, text) VALUES (?, ?)", (name, text)
        )


def show(request, count):
    rows = database.execute(
        "SELECT name, text, at FROM entry ORDER BY rowid DESC LIMIT 50"
    )
    entries = "\n".join(
        ENTRY.format(
            name=html.escape(name), text=html.escape(text), at=html.escape(at)
        )
        for name, text, at in rows
    )
    page = PAGE.format(entries=entries, pid=os.getpid(), count=count)
    request.respond(
        200, {"Content-Type": "text/html; charset=utf-8"}, page.encode()
    )


for count, request in enumerate(persist_worker.each_request(), 1):
    if request.method == "POST":
        sign(request)
    show(request, count)
