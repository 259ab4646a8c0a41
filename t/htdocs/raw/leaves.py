#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Says that it leaves before it was there."""

import os

import bare
from bare import LEAVING, OPEN, STOP, frame, serve


def leave(connection, message, *rest):
    if message[0] == OPEN:
        connection.send(frame(LEAVING))
    elif message[0] == STOP:
        os._exit(0)


bare.on_message = leave
serve(None)
