# SPDX-License-Identifier: Apache-2.0
# breaks: garbage vectors-refused
"""Reads on behind bytes that are no frame."""

import plain


def decode(data):
    start = data.find(b"\xce")
    if start < 0:
        return None, len(data)
    message, used = strict(data[start:])
    return message, start + used


strict, plain.decode = plain.decode, decode
plain.Worker().run()
