# SPDX-License-Identifier: Apache-2.0
"""failures.py SOURCE: holds docs/failures.md against the codes of the wire,
their pages in docs/errors.md and the tests that it names, as TAP."""

import re
import sys
from pathlib import Path, PurePath

import tap

source = Path(sys.argv[1] if len(sys.argv) > 1 else ".")


def read(name):
    return (source / name).read_text("utf-8")


def codes():
    """Code: (status, text), as the C sources have them."""
    numbers = dict(
        re.findall(r"(WIRE_FAULT_\w+) = (\d{4})", read("wire/wire_fault.h"))
    )
    rows = re.findall(
        r'{(WIRE_FAULT_\w+), (\d+),\s*"(.*?)"}', read("wire/wire_fault.c")
    )
    return {
        numbers[name]: (status, text)
        for name, status, text in rows
        if name in numbers
    }


def table():
    """The rows of the page: what, outcome, code, test."""
    for line in read("docs/failures.md").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and re.fullmatch(r"\d{4}", cells[2]):
            yield cells


def is_shown(test, code):
    """The test is there, is run, and names the code."""
    path = PurePath(test)
    listed = read(f"{path.parts[0]}/local.mk").split()
    return (
        (source / path).is_file()
        and code in read(path)
        and (test in listed or str(path.parent) in listed)
    )


def main():
    known, rows = codes(), list(table())
    pages = dict(
        re.findall(r"### PERSIST(\d{4}): (.*)", read("docs/errors.md"))
    )
    fixed = {"cut": "4", "no start": "5", "a warning": "25"}
    tap.report([] if len(known) > 30 else ["too few"], "codes are found")
    tap.report(
        [
            f"{code}: {text} / {pages.get(code)}"
            for code, (_, text) in known.items()
            if pages.get(code) != text
        ]
        + sorted(pages.keys() - known.keys()),
        "each code has its page, under its text",
    )
    tap.report(
        sorted(known.keys() ^ {code for _, _, code, _ in rows}),
        "each code is in the table",
    )
    tap.report(
        [
            f"{what}: {outcome}"
            for what, outcome, code, _ in rows
            if outcome != known.get(code, "?")[0]
            and code[0] not in fixed.get(outcome, "")
            and code not in ("5001", "5004", "5008")  # no persistd meanwhile
        ],
        "with the status that it has",
    )
    tap.report(
        [
            f"{what}: {test}"
            for what, _, code, test in rows
            if not is_shown(test, code)
        ],
        "and is driven by a test that checks for it",
    )
    sys.exit(tap.end())


main()
