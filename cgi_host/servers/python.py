# SPDX-License-Identifier: Apache-2.0
"""python.py SCRIPT: starts the fork server of Python, python_server.py.

When this file has ended, the interpreter frees what it was parsed to, in each
process for a request, and writes to all of that memory. So this is short.
"""

import os
import types


def read_beside(name):
    """Return a module beside this file, of which the script finds nothing."""
    path = os.path.join(os.path.dirname(__file__), name)
    module = types.ModuleType(name)
    with open(path, "rb") as file:
        exec(compile(file.read(), path, "exec"), module.__dict__)
    return module


if __name__ == "__main__":
    turns = read_beside("python_turn.py")
    raise read_beside("python_server.py").main(turns.Turn)
