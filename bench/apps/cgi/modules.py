#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
import email  # noqa: F401 # its time is measured
import json  # noqa: F401
import sqlite3  # noqa: F401

print("Content-Type: text/plain\n\nhello")
