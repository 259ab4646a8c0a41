#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""generate.py [--seeds] DIRECTORY: writes the golden vectors' files into a directory.

With --seeds it writes the bytes of each vector into a file of its own, for a fuzzer.
"""

import pathlib
import sys

from messages import MESSAGES
from refused import REFUSED
from streams import STREAMS
from variants import VARIANTS

FILES = {"messages": MESSAGES, "variants": VARIANTS, "refused": REFUSED, "streams": STREAMS}
HEAD = """\
# SPDX-License-Identifier: Apache-2.0
# Golden vectors, in the format of README.md. generate.py writes them.
"""


def main() -> None:
    directory = pathlib.Path(sys.argv[-1])
    vectors = [vector for group in FILES.values() for vector in group]
    if len({vector.name for vector in vectors}) < len(vectors):
        sys.exit("generate.py: two vectors of the same name")
    if "--seeds" in sys.argv:
        for vector in vectors:
            directory.joinpath(vector.name).write_bytes(vector.data)
        return
    for name, group in FILES.items():
        text = "\n".join([HEAD, *(vector.block() for vector in group)])
        directory.joinpath(name + ".txt").write_bytes(text.encode("ascii"))


if __name__ == "__main__":
    main()
