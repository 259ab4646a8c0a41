# SPDX-License-Identifier: Apache-2.0
# breaks: ahead
"""Takes a request ahead, and runs it whether httpd has withdrawn it or not."""

import plain
from frames import Refused


class Worker(plain.Worker):
    features = plain.FAULTS | 64

    def check_unit(self, unit):
        if unit >= 8:
            raise Refused("a unit beyond the capacity and those ahead")


Worker().run()
