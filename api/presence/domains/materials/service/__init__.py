"""Decisions and writes about materials, and the texts other slices read from them."""

from presence.domains.materials.service.sources import (
    Documents,
    add_document,
    add_website,
    count_materials,
    documents_of,
    material_text,
    move_website,
    read_document,
    record_run,
)

__all__ = [
    "Documents",
    "add_document",
    "add_website",
    "count_materials",
    "documents_of",
    "material_text",
    "move_website",
    "read_document",
    "record_run",
]
