# SPDX-License-Identifier: Apache-2.0
# breaks: descriptors
"""Leaves a file open behind one in 40 requests: with each, there would soon be
no descriptor left for anything else."""

import os

import plain


class Worker(plain.Worker):
    served = 0

    def run_script(self, request):
        super().run_script(request)
        self.served += 1
        if self.served % 40 == 0:
            os.open("/dev/null", os.O_RDONLY)


Worker().run()
