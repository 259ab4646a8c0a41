# SPDX-License-Identifier: Apache-2.0
"""FastAPI's hello."""

import fastapi
from fastapi.responses import PlainTextResponse

app = application = fastapi.FastAPI()


@app.get("/fastapi", response_class=PlainTextResponse)
async def hello():
    return "hello\n"
