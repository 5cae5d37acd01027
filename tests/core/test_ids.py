"""Identifiers sort by creation."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from presence.core.ids import new_id


def test_ids_made_in_one_moment_sort_in_the_order_they_were_made() -> None:
    made = [new_id() for _ in range(20_000)]
    assert made == sorted(made)
    assert {key.version for key in made} == {7}


def test_ids_made_by_many_threads_are_all_different() -> None:
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: new_id(), range(20_000)))
    assert len(set(made)) == len(made)
