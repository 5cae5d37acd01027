"""Structured data of a page: JSON-LD and microdata, each item kept as JSON text.

Invariant: an item that cannot be read is kept with its error, never dropped, and hostile nesting
or size ends as such an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser, LexborNode

from presence.analysis.types import StructuredItem

_MAX_ITEMS = 200
_MAX_TEXT = 500_000
_MAX_DEPTH = 12
_MAX_SCOPES = 2_000


def json_ld(scripts: list[LexborNode]) -> list[StructuredItem]:
    """One item per top-level object; arrays and `@graph` are taken apart, order kept."""
    items: list[StructuredItem] = []
    for script in scripts:
        text = script.text().strip()
        if text.startswith("<!--"):
            text = text.removeprefix("<!--").removesuffix("-->").strip()
        items.extend(_items_of(text))
        if len(items) >= _MAX_ITEMS:
            break
    return items[:_MAX_ITEMS]


@lru_cache(maxsize=1_024)
def _items_of(text: str) -> tuple[StructuredItem, ...]:
    """Items of one block; kept, as the organization's block is the same on every page."""
    return tuple(_read_items(text))


@lru_cache(maxsize=2_048)
def parsed(raw: str) -> object:
    """The JSON of an item's `raw`. Shared between callers: never change it."""
    return json.loads(raw, strict=False)


def _read_items(text: str) -> list[StructuredItem]:
    if len(text) > _MAX_TEXT:
        return [StructuredItem("json-ld", (), text[:200], "The block is larger than 500 kB.")]
    try:
        data = json.loads(text, strict=False)
    except (ValueError, RecursionError) as error:
        where = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else "nesting"
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deeply"
        return [StructuredItem("json-ld", (), text[:2000], f"{reason} ({where})")]
    if isinstance(data, dict) and "@graph" not in data:
        return [StructuredItem("json-ld", types_of(data), text)]
    found = [
        StructuredItem("json-ld", types_of(item), json.dumps(item, ensure_ascii=False))
        for item in _flatten(data)
    ]
    return found or [StructuredItem("json-ld", (), text[:2000], "The block holds no object.")]


def _flatten(data: object, context: object = None) -> Iterator[dict[str, object]]:
    if isinstance(data, list):
        for part in data[:_MAX_ITEMS]:
            yield from _flatten(part, context)
    elif isinstance(data, dict):
        own = data.get("@context", context)
        if "@graph" in data:
            yield from _flatten(data["@graph"], own)
        else:
            yield {"@context": own, **data} if own is not None else data


def types_of(item: dict[str, object]) -> tuple[str, ...]:
    """schema.org type names of an item without their prefix."""
    value = item.get("@type")
    names = value if isinstance(value, list) else [value]
    return tuple(_short(name) for name in names if isinstance(name, str) and name)


def _short(name: str) -> str:
    return name.rstrip("/").rpartition("/")[2].removeprefix("schema:")


def microdata(parser: LexborHTMLParser) -> list[StructuredItem]:
    """Top-level `itemscope` elements as the JSON-LD object they stand for, `itemref` followed."""
    reader = _Microdata(parser)
    items: list[StructuredItem] = []
    for node in parser.css("[itemscope]")[:_MAX_ITEMS]:
        if node.attributes.get("itemprop") is not None:
            continue
        data = reader.item(node, ())
        items.append(
            StructuredItem("microdata", types_of(data), json.dumps(data, ensure_ascii=False))
        )
    return items


class _Microdata:
    """Reads items by the HTML standard's rules; items that refer to each other end.

    An item that contains itself is left out, and a page has at most `_MAX_SCOPES` items in all.
    """

    def __init__(self, parser: LexborHTMLParser) -> None:
        self._left = _MAX_SCOPES
        self._by_id: dict[str, LexborNode] = {}
        if parser.css_first("[itemref]") is not None:
            for node in parser.css("[id]"):
                self._by_id.setdefault(node.attributes.get("id") or "", node)

    def item(self, node: LexborNode, within: tuple[int, ...]) -> dict[str, object]:
        """The object of one item; `within` are the items it is a part of."""
        kinds = (node.attributes.get("itemtype") or "").split()
        data: dict[str, object] = {"@type": _short(kinds[0]) if kinds else ""}
        self._left -= 1
        if len(within) >= _MAX_DEPTH:
            return data
        path = (*within, node.mem_id)
        for prop in self._properties(node):
            value: object = _value(prop)
            if "itemscope" in prop.attributes:
                if prop.mem_id in path or self._left <= 0:
                    continue
                value = self.item(prop, path)
            for name in (prop.attributes.get("itemprop") or "").split():
                _add(data, name, value)
        return data

    def _properties(self, node: LexborNode) -> Iterator[LexborNode]:
        yield from _properties_within(node)
        seen = {node.mem_id}
        for key in (node.attributes.get("itemref") or "").split():
            target = self._by_id.get(key)
            if target is None or target.mem_id in seen:
                continue
            seen.add(target.mem_id)
            if "itemprop" in target.attributes:
                yield target
            if "itemscope" not in target.attributes:
                yield from _properties_within(target)


def _properties_within(node: LexborNode) -> Iterator[LexborNode]:
    for prop in node.css("[itemprop]"):
        if prop.mem_id != node.mem_id and _belongs(prop, node):
            yield prop


def _add(data: dict[str, object], name: str, value: object) -> None:
    known = data.get(name)
    if known is None:
        data[name] = value
    elif isinstance(known, list):
        known.append(value)
    else:
        data[name] = [known, value]


def _belongs(prop: LexborNode, scope: LexborNode) -> bool:
    parent = prop.parent
    while parent is not None and parent.mem_id != scope.mem_id:
        if "itemscope" in parent.attributes:
            return False
        parent = parent.parent
    return parent is not None


def _value(node: LexborNode) -> str:
    attributes = node.attributes
    for name in ("content", "href", "src", "datetime"):
        if attributes.get(name):
            return attributes[name] or ""
    return " ".join(node.text().split())
