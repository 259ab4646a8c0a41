# SPDX-License-Identifier: Apache-2.0
"""decisions.py: sources name the pages of docs/decisions/ that explain them.

A reader of a source must learn that there is a page with its reasons, and a
page must not outlive its source.
"""

import re

FOLDER = "docs/decisions/"
NAMED = re.compile(re.escape(FOLDER) + r"([\w-]+\.md)")
VAGUE = re.compile(re.escape(FOLDER.rstrip("/")) + r"\b(?!/[\w-]+\.md)")


def complaints(code, source):
    """Return what is wrong between the sources (name, text) and the pages."""
    pages = {page.name for page in (source / FOLDER).glob("*.md")}
    wrong = [] if pages else [f"no pages found in {FOLDER}"]
    named = set()
    for name, text in code:
        if name.parts[0] == "tests":
            continue
        found = set(NAMED.findall(text))
        named |= found
        wrong += [f"{name} names {page}" for page in sorted(found - pages)]
        if VAGUE.search(text):
            wrong.append(f"{name} names {FOLDER} without a page")
    return wrong + [f"no source names {page}" for page in sorted(pages - named)]
