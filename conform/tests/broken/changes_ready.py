# SPDX-License-Identifier: Apache-2.0
# breaks: ready-again
"""Sends READY once more, with another capacity."""

import plain


class Worker(plain.Worker):
    def ready(self):
        super().ready()
        self.capacity += 1
        super().ready()
        self.capacity -= 1


Worker().run()
