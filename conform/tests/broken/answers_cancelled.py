# SPDX-License-Identifier: Apache-2.0
# breaks: cancel-before
"""Runs a request whose client has gone before."""

import plain


class Worker(plain.Worker):
    def is_cancelled(self, conn):
        return False


Worker().run()
