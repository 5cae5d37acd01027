"""Stripe's request encoding: nested names in brackets, lists by number or by empty brackets."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl

_PART = re.compile(r"\[([^\]]*)\]")


def decode(text: str) -> dict[str, Any]:
    """`a[b][0]=1&c[]=2` as {"a": {"b": ["1"]}, "c": ["2"]}; every leaf is text."""
    tree: dict[str, Any] = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        head, _, _ = name.partition("[")
        _put(tree, [head, *_PART.findall(name)], value)
    return {name: _lists(value) for name, value in tree.items()}


def _put(tree: dict[str, Any], path: list[str], value: str) -> None:
    node = tree
    for part in path[:-1]:
        node = node.setdefault(part or str(len(node)), {})
    last = path[-1]
    node[last or str(len(node))] = value


def _lists(value: Any) -> Any:
    """Objects whose names are all numbers are lists."""
    if not isinstance(value, dict):
        return value
    inner = {name: _lists(child) for name, child in value.items()}
    if inner and all(name.isdigit() for name in inner):
        return [inner[name] for name in sorted(inner, key=int)]
    return inner
