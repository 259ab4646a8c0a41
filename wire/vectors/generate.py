#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""generate.py: writes the golden vectors, <name>.bin and <name>.txt, into a directory."""

import pathlib
import sys

from messages import MESSAGES
from refused import REFUSED
from streams import STREAMS
from variants import VARIANTS


def main() -> None:
    directory = pathlib.Path(sys.argv[1])
    for vector in [*MESSAGES, *VARIANTS, *REFUSED, *STREAMS]:
        directory.joinpath(vector.name + ".bin").write_bytes(vector.data)
        directory.joinpath(vector.name + ".txt").write_bytes(vector.text.encode("ascii"))


if __name__ == "__main__":
    main()
