# SPDX-License-Identifier: Apache-2.0
"""@NAME@: a Django project."""
