# SPDX-License-Identifier: Apache-2.0
# breaks: wrong-seq
"""Gives its own number to each response."""

import plain


class Request(plain.Request):
    count = 0

    def respond(self, status, body):
        Request.count += 1
        self.seq = Request.count
        super().respond(status, body)


plain.Request = Request
plain.Worker().run()
