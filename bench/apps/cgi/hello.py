#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
print("Content-Type: text/plain\n\nhello")
