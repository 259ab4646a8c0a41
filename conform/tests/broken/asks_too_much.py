# SPDX-License-Identifier: Apache-2.0
# breaks: credit
"""Gives more credit for the body than may be open."""

import plain


class Request(plain.Request):
    def read(self):
        if self.mode == plain.PULLED:
            self.conn.send(plain.WANT, 1 << 20)
        return super().read()


plain.Request = Request
plain.Worker().run()
