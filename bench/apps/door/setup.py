#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""environment.py with a set-up of one second."""

import os
import runpy
import time

time.sleep(1)
runpy.run_path(os.path.join(os.path.dirname(__file__), "environment.py"))
