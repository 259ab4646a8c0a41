# SPDX-License-Identifier: Apache-2.0
"""@NAME@: a FastAPI application."""

from fastapi import FastAPI

app = FastAPI(title="@NAME@")


@app.get("/")
async def index() -> dict[str, str]:
    """Greet the visitor; /docs describes the interface."""
    return {"message": "Hello from FastAPI."}
