"""Words that were retired name nothing any more; `ops/docs/glossary.md` has those in use.

Fields of classes, values and tables are left alone: columns, settings and keys of JSON stay.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from tests.architecture.guards import retired_parts, retired_words
from tests.architecture.tree import python_files, read, tracked

# Retired name of a class or function: what to say.
NAMES = {
    "Desk": "AnswerWriter",
    "Turns": "FairQueue",
    "Ledger": "RunLease",
    "Course": "Pipeline",
    "Errand": "CrawlRequest",
    "Patience": "RetryPolicy",
    "Shop": "Catalogue",
    "Wish": "a request, named after what is asked for",
    "Departure": "OAuthStart",
    "Door": "MaintenanceMode",
    "Envelope": "ResponseHeaders",
    "Letter": "Email",
    "Judgement": "Classification",
    "Surroundings": "ContextFeatures",
    "hand_in": "submit",
    "aside": "asyncio.to_thread",
    "tell": "publish, notify or log, with what",
    "told": "what is published, decrypted or shown",
    "settle": "sync, charge or store, with what",
    "arrange": "apply or schedule, with what",
    "judge": "rate, classify or evaluate, with what",
    "find": "find, with what",
    "change": "change or update, with what",
    "compare": "compare, with what",
    "reckon": "count, with what",
    "landed": "done",
}
# Retired name of a module: what to say.
MODULES = {
    "letters": "emails, or glyphs",
    "courses": "pipeline",
    "desk": "answer_writer",
    "dealings": "stripe_sync",
    "returning": "return_url",
    "upkeep": "reconciliation",
    "bills": "invoices",
    "onetime": "one_time_tokens",
    "portable": "data_export",
    "means": "dependencies",
    "endings": "deletions",
    "happenings": "events",
    "telling": "delivery",
    "pumping": "dispatcher",
    "pumps": "background_loops",
    "sweeps": "periodic_tasks",
    "closed": "maintenance",
    "voices": "share_of_voice",
    "behind": "gap_of_answer",
    "closest": "nearest_passages",
    "again": "recompute",
    "doubts": "ambiguous_mentions",
    "elsewhere": "imported_prompts",
    "fitting": "plan_limits",
    "onward": "discourse_scope",
    "announcing": "phrase_prefilter",
    "testimony": "quoted_speech",
    "surroundings": "context_features",
    "judgement": "classification",
    "citing": "citations",
    "moves": "recent_changes, or attack_moves",
    "standing": "current_plan, or list_position",
    "visits": "site_visits",
    "slips": "mistyped_links",
    "wishes": "imperatives",
    "heard": "untrusted_result",
    "abroad": "by_language",
    "settling": "subscription_sync",
    "judging": "evaluation, rating or ranking, of what",
    "turns": "due_dates, or fair_queue",
    "spoken": "word_statistics",
    "here": "in_process",
    "where": "place_phrases",
    "arriving": "incoming_bodies",
}
# Word that is retired wherever a name of ours contains it: what to say.
PARTS = {
    "happening": "event",
    "happenings": "events",
    "rival": "competitor",
    "rivals": "competitors",
    "outlet": "channel",
    "outlets": "channels",
    "tell": "publish, record, announce or report, with what",
    "tells": "shows or states, what",
    "telling": "the announcer, or what is relevant",
    "teller": "the announcer, or what describes",
    "told": "the entry, the event's data, or what was stored",
    "errand": "crawl request",
    "errands": "crawl requests",
    "patience": "timeout, delays or retry policy",
    "patiently": "with retries",
    "wish": "request, or purchase",
    "wishes": "requests",
    "departure": "OAuth start",
    "desk": "answer writer",
    "clerk": "writer",
    "clerks": "writers",
    "pump": "background loop",
    "pumps": "background loops",
    "pumping": "running the loops",
    "sweep": "periodic task, or round",
    "sweeps": "periodic tasks, or rounds",
    "sweeping": "running the tasks",
    "course": "pipeline, or trend",
    "courses": "pipelines",
    "voices": "share of voice",
    "standing": "current plan, rate limit state, or list label",
    "standings": "counts",
    "dealings": "Stripe sync state",
    "upkeep": "reconciliation",
    "reckon": "count",
}
# Names that the API promises: query parameters, by file.
PROMISED = {
    "api/presence/domains/team/routes/members.py": {"outlets"},
    "api/presence/domains/analytics/routes/analytics.py": {"rivals"},
}
# Reads the words of other people, and calls them by their sense: wishes, courses, what is told.
OF_TEXTS = "api/presence/analysis/offer/"
MIGRATIONS = "api/presence/migrations/"
PRODUCT = python_files("api/presence/")
# Rooms the API had before ADR 0038, or never had: where their screens stand now.
ROOMS = {
    "visibility": "runs, results, findings or analytics",
    "outputs": "publishing or messaging",
    "delivery": "messaging",
    "method": "measurement",
    "whatif": "experiments",
}
SCREENS = ("web/src/features/", "admin/src/resources/")


@pytest.mark.parametrize("path", PRODUCT, ids=str)
def test_no_module_class_or_function_has_a_retired_name(path: Path) -> None:
    assert MODULES.get(path.stem) is None
    assert retired_words(read(path), NAMES) == []


@pytest.mark.parametrize("path", PRODUCT, ids=str)
def test_no_name_of_ours_contains_a_retired_word(path: Path) -> None:
    if path.as_posix().startswith((OF_TEXTS, MIGRATIONS)):
        return
    found = retired_parts(read(path), PARTS)
    promised = PROMISED.get(path.as_posix(), set())
    assert [line for line in found if line.partition(":")[0] not in promised] == []


@pytest.mark.parametrize("word", PARTS)
def test_each_retired_word_is_refused_in_every_kind_of_name(word: str) -> None:
    samples = (f"def the_{word}(): ...", f"class {word.title()}Out: ...", f"def f({word}): ...")
    assert all(retired_parts(sample, PARTS) for sample in (*samples, f"_{word.upper()} = 1"))


@pytest.mark.parametrize("screens", SCREENS)
def test_screens_stand_in_rooms_that_the_api_has(screens: str) -> None:
    folders = {path.parts[3] for path in tracked() if path.as_posix().startswith(screens)}
    assert len(folders) > 5
    assert {room: ROOMS[room] for room in folders & ROOMS.keys()} == {}


def test_a_public_class_has_a_name_of_its_own() -> None:
    homes: dict[str, set[str]] = defaultdict(set)
    for path in PRODUCT:
        for node in ast.parse(read(path)).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].add(path.as_posix())
    doubled = {name: sorted(paths) for name, paths in homes.items() if len(paths) > 1}
    assert doubled == {}
