#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Django's commands for this project: ./manage.py help."""

import os
import sys

from django.core.management import execute_from_command_line

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
execute_from_command_line(sys.argv)
