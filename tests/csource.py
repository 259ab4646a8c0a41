# SPDX-License-Identifier: Apache-2.0
"""csource.py: which functions a C source defines, declares and calls.

No parser: it counts braces, and knows a function by the parentheses before
them. Comments, strings and the preprocessor's lines are taken out first.
"""

import re

NOISE = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
    r"|^[ \t]*#(?:\\\n|[^\n])*",
    re.DOTALL | re.MULTILINE,
)
ATTRIBUTE = re.compile(r"__attribute__\s*\(\(.*?\)\)", re.DOTALL)
FUNCTION = re.compile(r"\b(\w+)\s*\(")
CALL = re.compile(r"(?<![.>\w])(\w+)\s*\(")


def statements(text):
    """Yield (head, body) of what stands outside of all braces.

    body is None where the head ends in a semicolon.
    """
    text = ATTRIBUTE.sub(" ", NOISE.sub(" ", text))
    depth = start = opened = 0
    for at in re.finditer(r"[{};]", text):
        mark = at.group()
        if mark == "{":
            opened = at.end() if depth == 0 else opened
            depth += 1
        elif mark == "}":
            depth -= 1
            if depth == 0:
                head = text[start : opened - 1]
                yield head, text[opened : at.start()]
                start = at.end()
        elif depth == 0:
            yield text[start : at.start()], None
            start = at.end()


def functions(text):
    """Yield (name, static, body) of each function; a declaration has None."""
    for head, body in statements(text):
        name = FUNCTION.search(head)
        if name and "=" not in head and "typedef" not in head.split():
            yield name.group(1), "static" in head.split(), body


def calls(body):
    """Return the names that are called in a function's body."""
    return set(CALL.findall(body))
