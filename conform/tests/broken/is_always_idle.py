# SPDX-License-Identifier: Apache-2.0
# breaks: probe probe-arrived
"""Answers PROBE at once, whatever runs."""

import plain


class Worker(plain.Worker):
    def obey(self, message):
        super().obey(message)
        self.answer_probes([])


Worker().run()
