"""What long tiers keep between two sittings."""

from __future__ import annotations

from pathlib import Path

from tests.assurance.journal import Journal


def test_what_was_told_before_a_kill_is_read_again_but_for_the_line_it_cut(
    tmp_path: Path,
) -> None:
    path = tmp_path / "kept" / "billing.jsonl"
    Journal(path).tell({"number": 1})
    with path.open("a") as file:
        file.write('{"numb')
    Journal(path).tell({"number": 7})
    Journal(path).tell({"number": 2})
    assert list(Journal(path).told()) == [{"number": 1}, {"number": 2}]


def test_nothing_was_told_at_first(tmp_path: Path) -> None:
    assert list(Journal(tmp_path / "none.jsonl").told()) == []
