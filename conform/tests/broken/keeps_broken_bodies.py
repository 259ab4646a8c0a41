# SPDX-License-Identifier: Apache-2.0
# breaks: body-broken
"""Takes a broken body for a whole one."""

import plain


class Request(plain.Request):
    def broken(self):
        return b"", plain.LAST


plain.Request = Request
plain.Worker().run()
