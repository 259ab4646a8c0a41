# SPDX-License-Identifier: Apache-2.0
# breaks: growth
"""Keeps all requests that it has had."""

import plain


class Worker(plain.Worker):
    def __init__(self):
        super().__init__()
        self.kept = []

    def run_script(self, request):
        self.kept.append(bytes(1000))
        super().run_script(request)


Worker().run()
