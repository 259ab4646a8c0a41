# SPDX-License-Identifier: Apache-2.0
"""pages.py: the files that a page of Markdown names are in the tree.

A page may leave out the first folders of a path. CONTRIBUTING.md writes M/ and
P/ for two of them, and NAME where the reader has to fill in a name.
"""

import re

# Files of the reader's own application.
THEIRS = {"app.py", "asgi.py", "passenger_wsgi.py", "wsgi.py"}
SUFFIXES = "c|h|py|rb|mk|t|test|md"
NAMED = re.compile(rf"`(?:[MP]/)?(?:\.\.?/)*([\w./-]+\.(?:{SUFFIXES}))`")


def tails(names):
    """Return each path, and each without its first folders."""
    return {
        "/".join(name.parts[start:])
        for name in names
        for start in range(len(name.parts))
    }


def complaints(pages, names):
    """Return the files that no path in `names` ends with, by page."""
    known = tails(names)
    return [
        f"{page} names {file}"
        for page, text in pages
        for file in sorted(set(NAMED.findall(text)))
        if file not in known | THEIRS and "NAME" not in file
    ]
