# SPDX-License-Identifier: Apache-2.0
# breaks: deadline
"""Ignores DEADLINE."""

import plain


class Worker(plain.Worker):
    def late(self, request_id):
        pass


Worker().run()
