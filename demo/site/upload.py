#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts what is sent while it arrives, and stores nothing.

curl -T FILE sends a file as it is; the form of the page adds headers to it.
"""

import hashlib
import time

import persist_worker

PAGE = b"""<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Upload</title>
<link rel="stylesheet" href="style.css">
<h1>Upload</h1>
<p>The bytes are counted while they arrive, and go nowhere.
<p><input type="file" id="file">
<pre id="answer"></pre>
<script>
document.getElementById("file").onchange = async (event) => {
    const answer = document.getElementById("answer");
    const file = event.target.files[0];
    answer.textContent = "sending " + file.size + " bytes\\u2026";
    const sent = await fetch("upload.py", { method: "PUT", body: file });
    answer.textContent = await sent.text();
};
</script>
"""
PIECE = 65536


def count(request):
    start, length, digest = time.monotonic(), 0, hashlib.sha256()
    while piece := request.body.read(PIECE):
        length += len(piece)
        digest.update(piece)
    seconds = time.monotonic() - start
    return (
        f"{length} bytes in {seconds:.2f} s\nsha256 {digest.hexdigest()}\n"
    ).encode()


def upload(request):
    if request.method in ("PUT", "POST"):
        request.respond(200, {"Content-Type": "text/plain"}, count(request))
    else:
        request.respond(200, {"Content-Type": "text/html"}, PAGE)


persist_worker.each_request(upload)
