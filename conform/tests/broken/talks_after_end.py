# SPDX-License-Identifier: Apache-2.0
# breaks: after-end
"""Sends LOG behind the end of a response."""

import plain
from frames import LOG


class Worker(plain.Worker):
    def run_script(self, request):
        super().run_script(request)
        request.conn.send(LOG, 6, b"served")


Worker().run()
