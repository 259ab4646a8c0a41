# SPDX-License-Identifier: Apache-2.0
# breaks: exec-hygiene
"""Lets a program that it starts have its listening socket."""

import plain


class Worker(plain.Worker):
    def __init__(self):
        super().__init__()
        self.listener.set_inheritable(True)


Worker().run()
