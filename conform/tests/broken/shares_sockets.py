# SPDX-License-Identifier: Apache-2.0
# breaks: fork-hygiene
"""Lets a forked child keep its sockets."""

import plain


class Worker(plain.Worker):
    def close(self):
        pass


Worker().run()
