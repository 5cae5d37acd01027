"""Plans."""

from fastapi import APIRouter

router = APIRouter(tags=["billing"])
