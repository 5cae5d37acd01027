"""Names that are also words count only where the text shows that a name is meant."""

from __future__ import annotations

import pytest

from presence.analysis.extraction import is_common_word
from presence.analysis.types import BrandProfile, Citation
from tests.analysis.extraction.naming import own, read

TRADES = "cloud storage service, programming language, mild soap"
NAMES = [
    ("Zoom", "Most teams hold calls on Zoom these days."),
    ("Zoom", "Popular choices are Slack, Zoom and Teams."),
    ("Zoom", "1. **Zoom** – video calls\n2. **Webex** – video calls"),
    ("Zoom", "- Zoom: video calls\n- Webex: video calls"),
    ("Zoom", "the zoom app is free"),
    ("Box", "I store files in Box every day."),
    ("Box", "Box is a cloud storage service."),
    ("Box", "a platform called box"),
    ("Box", "| Tool | Price |\n|---|---|\n| Box | 10 |\n| Acme | 9 |"),
    ("Go", "It was written in Go by one person."),
    ("Go", "Go is a language with goroutines."),
    ("COS", "Shops such as COS sell coats."),
    ("Monday", "1. **Monday** – boards\n2. **Asana** – tasks"),
    ("Apple", "Phones by Apple last."),
    ("Best Buy", "We went to Best Buy for it."),
    ("You", "Search engines such as “You” and others"),
    ("Notion", "Notion offers pages and databases."),
    ("Dove", "Dove soap is mild."),
    ("Puma", "Puma and Nike make shoes."),
    ("Target", "You can buy it at Target or Walmart."),
    ("Gap", "Old Navy, Gap, and Banana Republic"),
    ("Linear", "Many teams moved from Jira to Linear."),
    ("Next", "Retailers like Next and Zara."),
    ("Ring", "**Ring**: doorbells"),
    ("Box", "Box: Files are stored safely. [1]"),
]
WORDS = [
    ("Zoom", "You can zoom in."),
    ("Zoom", "Zoom in on the chart."),
    ("Box", "Box the items first."),
    ("Box", "Put it in a box and ship it."),
    ("Go", "Go to the settings page."),
    ("Go", "Here is how to go on."),
    ("Monday", "On Monday we shipped."),
    ("Monday", "Monday is a busy day."),
    ("You", "You should stretch first."),
    ("You", "You're right, and you'll see."),
    ("Apple", "An apple is a fruit."),
    ("Apple", "She listens to Fiona Apple."),
    ("COS", "the cos of an angle"),
    ("Target", "Our target is growth."),
    ("Best Buy", "It is the best buy of the year."),
    ("Orange", "Orange is a colour."),
    ("X", "Solve for x."),
    ("Slack", "Cut me some slack."),
    ("Next", "Next, open the settings."),
    ("Will", "Will you come?"),
    ("US", "Give us a call."),
    ("Bolt", "Bolt the door."),
    ("Target", "Target your audience carefully."),
    ("Dove", "A dove flew by."),
]


@pytest.mark.parametrize(("brand", "text"), NAMES)
def test_evidence_makes_an_ordinary_word_a_name(brand: str, text: str) -> None:
    profile = BrandProfile(name=brand, description=TRADES)
    assert own(read(profile, text)), text


@pytest.mark.parametrize(("brand", "text"), WORDS)
def test_an_ordinary_word_in_prose_is_no_mention(brand: str, text: str) -> None:
    profile = BrandProfile(name=brand, description=TRADES)
    assert own(read(profile, text)) == (), text


def test_a_doubtful_word_goes_to_review_with_its_span() -> None:
    text = "Zoom in on the chart."
    result = read("Zoom", text)
    assert [text[r.start : r.end] for r in result.review] == ["Zoom"]
    assert result.brand_named is False


def test_prose_full_of_the_word_does_not_flood_the_review_queue() -> None:
    assert len(read("You", "you and you " * 50).review) == 3


def test_case_is_evidence_and_not_a_gate() -> None:
    assert own(read("Box", "we keep files in the box app and like it"))


def test_a_neighbour_that_is_a_name_vouches_for_the_word() -> None:
    text = "people compare acme and box"
    result = read("Box", text, competitors=("Acme",))
    assert own(result)


def test_a_link_to_the_brands_own_site_vouches_for_its_label() -> None:
    profile = BrandProfile(name="Box", prefixes=("box.example",))
    assert own(read(profile, "Box up with [box](https://box.example/start)."))


def test_a_cited_own_source_with_a_shared_topic_vouches_for_a_sentence_opener() -> None:
    profile = BrandProfile(name="Box", prefixes=("box.example",), description="secure storage")
    citation = Citation(url="https://box.example/")
    assert own(read(profile, "Box keeps storage secure [1].", citations=(citation,)))


def test_one_evident_use_settles_the_other_capitalised_uses() -> None:
    result = read("Zoom", "We hold calls on Zoom. Zoom works well.")
    assert len(own(result)) == 2


def test_the_user_can_say_that_a_name_is_no_word_after_all() -> None:
    profile = BrandProfile(name="Zoom", is_common_word=False)
    assert own(read(profile, "zoom in on the chart"))


def test_the_user_can_say_that_a_name_is_also_a_word() -> None:
    profile = BrandProfile(name="Kärcher", is_common_word=True)
    assert own(read(profile, "kärcher the terrace")) == ()


@pytest.mark.parametrize("name", ["Go", "Box", "Zoom", "Monday", "You", "LI", "COS", "boxes", "X"])
def test_words_are_known_as_words(name: str) -> None:
    assert is_common_word(name)


@pytest.mark.parametrize("name", ["Acme", "Vercel", "Salomon", "Hoka", "HP", "华为", "AT&T"])
def test_made_up_names_are_not_words(name: str) -> None:
    assert not is_common_word(name)
