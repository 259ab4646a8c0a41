# SPDX-License-Identifier: Apache-2.0
# breaks: stop stop-running
"""Goes on after STOP."""

import plain


class Worker(plain.Worker):
    def stop(self):
        pass


Worker().run()
