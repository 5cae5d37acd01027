"""What the API is measured beside: FastAPI hello, and FastAPI with one indexed SELECT by asyncpg.

Run as `python -m tests.load.baseline PORT DATABASE_URL USER_ID`; same server settings as
`presence api`.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

import asyncpg
import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel


class Hello(BaseModel):
    """The response model both routes have."""

    message: str


def build(database_url: str, user_id: UUID) -> FastAPI:
    """The two routes; the pool is as large as the product's."""
    pools: list[asyncpg.Pool] = []

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        pools.append(await asyncpg.create_pool(database_url, min_size=10, max_size=20))
        yield
        await pools[0].close()

    app = FastAPI(lifespan=lifespan)

    @app.get("/hello")
    async def hello() -> Hello:
        return Hello(message="hello")

    @app.get("/select")
    async def select() -> Hello:
        async with pools[0].acquire() as connection:
            row = await connection.fetchrow("SELECT email FROM users WHERE id = $1", user_id)
        return Hello(message=row["email"])

    return app


if __name__ == "__main__":
    uvicorn.run(
        build(sys.argv[2], UUID(sys.argv[3])),
        port=int(sys.argv[1]),
        loop="uvloop",
        http="httptools",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )
