# SPDX-License-Identifier: Apache-2.0
# breaks: fault vectors-valid
"""Marks each answer as that for a failed script, where OPEN has the feature."""

import plain


class Request(plain.Request):
    def respond(self, status, body):
        self.failed = True
        super().respond(status, body)


plain.Request = Request
plain.Worker().run()
