# SPDX-License-Identifier: Apache-2.0
# breaks: split-frame
"""Dies of a small frame that comes in two parts."""

import os

import plain


class Worker(plain.Worker):
    def take_all(self, conn):
        before = getattr(conn, "left", 0)
        size = len(conn.buffer)
        super().take_all(conn)
        conn.left = len(conn.buffer)
        if 0 < before < size < 300 and conn.left == 0:
            os._exit(1)


Worker().run()
