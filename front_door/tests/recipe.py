# SPDX-License-Identifier: Apache-2.0
"""The blocks of docs/recipes/cgi.md, so that tests use what the page says."""

import pathlib
import re

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/recipes/cgi.md"


def sections():
    """The text of the page by heading."""
    parts = re.split(r"^## (.*)\n", PAGE.read_text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def block(heading, kind):
    """The one block of this kind below a heading."""
    [text] = re.findall(
        rf"^```{kind}\n(.*?)^```$",
        sections()[heading],
        flags=re.MULTILINE | re.DOTALL,
    )
    return text
