#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One thread, up to 1024 requests at a time: /held?N holds requests until N of
them are here, and then answers all; /die dies with all it holds. How many it
holds is in the file `held`."""

import os
import resource

from bare import serve, variables

TEXT = [("Content-Type", "text/plain")]
PLACE = os.environ["PERSIST_T_ROOT"] + "/held"
held = []


def answer(connection, request):
    has = variables(request)
    if has.get("PATH_INFO") == "/die":
        os._exit(1)
    held.append(connection)
    with open(PLACE, "w", encoding="ascii") as file:
        file.write(str(len(held)))
    count = int(has["QUERY_STRING"])
    if len(held) < count:
        return
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    body = b"%d answers %d, may open %d" % (os.getpid(), len(held), soft)
    while held:
        one = held.pop()
        one.send(one.response(200, TEXT, body))


serve(answer, capacity=1024)
