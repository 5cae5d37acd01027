"""The post of the tests of sessions."""

from __future__ import annotations

import asyncpg
import pytest
from fastapi import FastAPI

from tests.factories.post import Post


@pytest.fixture
def post(app: FastAPI, admin: asyncpg.Connection) -> Post:
    """The mails of the person at the browser."""
    return Post(app, admin)
