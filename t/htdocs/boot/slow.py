#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gets to its loop when the test says so."""

import os
import pathlib
import time

import persist_worker

root = pathlib.Path(os.environ["PERSIST_T_ROOT"])
(root / f"booting.{os.getpid()}").touch()
while not (root / "go").exists():
    time.sleep(0.01)


def app(request):
    request.respond(200, {}, b"%d" % os.getpid())


persist_worker.each_request(app)
