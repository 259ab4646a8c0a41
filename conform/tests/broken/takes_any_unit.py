# SPDX-License-Identifier: Apache-2.0
# breaks: wrong-unit
"""Takes units beyond its capacity."""

import plain


class Worker(plain.Worker):
    def check_unit(self, unit):
        pass


Worker().run()
