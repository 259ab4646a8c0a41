# SPDX-License-Identifier: Apache-2.0
"""dialect.py: the rules of our C that clang-format does not know.

sizeof has parentheses; a function holds no blank line: declarations stand
where their values are known, and what needs a paragraph is a function of its
own.
"""

import re

SIZEOF = re.compile(r"\bsizeof\s+\w|\bsizeof\s+\(")


def in_functions(lines):
    """Yield (number, line) of each line between a function's braces."""
    inside = False
    for number, line in enumerate(lines, 1):
        if line == "{":
            inside = True
        elif line.startswith("}"):
            inside = False
        elif inside:
            yield number, line


def complaints(name, text):
    """Return what is not in our dialect in the C source `text` of `name`."""
    lines = text.split("\n")
    found = [
        f"{name}:{number}: blank line in a function"
        for number, line in in_functions(lines)
        if not line.strip()
    ]
    found += [
        f"{name}:{number}: sizeof without parentheses"
        for number, line in enumerate(lines, 1)
        if SIZEOF.search(line)
    ]
    return found
