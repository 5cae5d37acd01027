"""What routes that take documents are given."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from presence.domains.materials.service import Documents


async def get_documents(request: Request) -> Documents:
    """The reader the entry point built."""
    documents: Documents = request.app.state.documents
    return documents


DocumentsDep = Annotated[Documents, Depends(get_documents)]
