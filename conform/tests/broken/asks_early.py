# SPDX-License-Identifier: Apache-2.0
# breaks: early-want
"""Asks for the body before the script reads."""

import plain
from frames import WANT


class Worker(plain.Worker):
    def run_script(self, request):
        if request.mode == plain.PULLED:
            request.conn.send(WANT, plain.STEP)
        super().run_script(request)


Worker().run()
