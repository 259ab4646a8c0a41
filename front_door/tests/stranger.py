# SPDX-License-Identifier: Apache-2.0
"""A process of another user of the machine, which tries what it is told."""

import os
import pwd
import subprocess
import sys

LOOP = """
import os, socket, sys
for line in sys.stdin:
    try:
        print(repr(eval(line)), flush=True)
    except OSError as error:
        print(repr(type(error).__name__), flush=True)
"""


class Stranger:
    def __init__(self):
        user = pwd.getpwnam("daemon")
        self.process = subprocess.Popen(
            [sys.executable, "-c", LOOP],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            user=user.pw_uid,
            group=user.pw_gid,
            extra_groups=[],
            cwd=os.sep,
        )

    def tries(self, expression):
        """What the expression is worth there, or the name of its error."""
        self.process.stdin.write(expression + "\n")
        self.process.stdin.flush()
        return eval(self.process.stdout.readline())
