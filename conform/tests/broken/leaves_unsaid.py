# SPDX-License-Identifier: Apache-2.0
# breaks: leaving
"""Refuses requests without LEAVING."""

import plain


class Worker(plain.Worker):
    def leave(self):
        self.leaving = True


Worker().run()
