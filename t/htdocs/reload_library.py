# SPDX-License-Identifier: Apache-2.0
"""What reload.py loads."""

CODE = "0"
