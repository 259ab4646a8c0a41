#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Never gets as far as the loop, for want of a module."""

import nothing_like_it  # noqa: F401
