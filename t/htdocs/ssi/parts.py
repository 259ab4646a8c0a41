#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A page whose part has a part, by a script: what each is called."""

import persist_worker

PART = b'\n<!--#include virtual="/ssi/part.shtml" -->'


def answer(request):
    page = request.request_id.encode() + PART
    request.respond(200, {"Content-Type": "text/html"}, page)


persist_worker.each_request(answer)
