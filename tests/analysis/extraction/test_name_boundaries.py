"""Where a name begins and ends, in every script and through every kind of markup."""

from __future__ import annotations

import time

import pytest

from presence.analysis.extraction import EntitySet, extract
from presence.analysis.types import BrandProfile
from tests.analysis.extraction.naming import own, read

NAMED = [
    ("Acme", "Runners like Acme for its grip."),
    ("Acme", "acme makes shoes"),
    ("Acme", "ACME IS A SHOE MAKER"),
    ("Acme", "Acme"),
    ("Acme", "Acme's soles last."),
    ("Acme", "Acme’s soles last."),
    ("Acme", "the runners’ choice (Acme) again"),
    ("Acme", "Ask #Acme or @acme about it."),
    ("Acme", "an Acme-powered shoe"),
    ("Acme", "Acme Inc. makes shoes."),
    ("Acme", "Acme GmbH aus Köln"),
    ("Acme", "Compare Acme/Beta before buying."),
    ("Acme", "Is it **Acme** or _Acme_?"),
    ("Acme", "Ac**me** is bold"),
    ("Acme", "<b>Ac</b>me in tags"),
    ("Acme", "Ac\u200bme with a zero-width space"),
    ("Acme", "Ac\u00adme with a soft hyphen"),
    ("Acme", "Ａｃｍｅ in full width"),
    ("Acme", "𝐀𝐜𝐦𝐞 in mathematical letters"),
    ("Acme", "我推荐Acme鞋"),
    ("Acme", "トレイルならAcmeがいい"),
    ("Acme", "Acme는 튼튼하다"),
    ("Acme", "Кроссовки фирмы Acme хороши"),
    ("Acme", "أحذية Acme متينة"),
    ("Acme", "“Acme”—durable shoes"),
    ("Acme", "Read [Acme](https://acme.example/shoes)."),
    ("Acme", "Read [Acme's guide](https://acme.example/guide)."),
    ("AT&T", "AT&amp;T and others"),
    ("AT&T", "AT&T and others"),
    ("H&M", "H&amp;M&#39;s shirts"),
    ("Acme Labs", "Acme\nLabs is new"),
    ("Acme Labs", "Acme&nbsp;Labs is new"),
    ("Acme Labs", "Acme  Labs is new"),
    ("Acme Labs", "Acme-Labs is new"),
    ("Acme Labs", "follow #AcmeLabs"),
    ("Acme Labs", "follow @acmelabs"),
    ("Acme Labs", "AcmeLabs is new"),
    ("Coca-Cola", "Coca Cola sells drinks"),
    ("Nestlé", "Nestlé sells coffee"),
    ("Nestlé", "Nestle\u0301 sells coffee"),
    ("Nestlé", "Nestle sells coffee"),
    ("L'Oréal", "L’Oréal sells lipstick"),
    ("Köhler", "KÖHLER makes taps"),
    ("Straße", "STRASSE shoes"),
    ("İpek", "ipek makes scarves"),
    ("华为", "我喜欢华为手机"),
    ("ソニー", "ソニーは有名です"),
    ("삼성", "삼성은 유명하다"),
    ("삼성", "삼성에서 만든 전화"),
    ("Яндекс", "Я пользуюсь Яндексом"),
    ("ยามาฮา", "ฉันชอบยามาฮามาก"),
    ("חברה", "והחברה"[2:] + " טובה"),
    ("Vercel", "Use [Vercel](https://vercel.com) now."),
    ("Vercel", "See https://vercel.com/docs for the limits."),
    ("Acme", "Write to info@acme.com."),
    ("Acme", "You cancel at docs.acme.io."),
    ("Salt & Marsh", "Order at saltandmarsh.co.uk before noon."),
    ("Acme", "Acme™ ships today."),
    ("Monday.com", "We plan in monday.com every week."),
    ("Booking.com", "Try Booking.com, it is easy."),
    ("HP", "HP Inc. makes printers."),
    ("3M", "Tape by 3M sticks."),
    ("7-Eleven", "There is a 7-Eleven nearby."),
    ("C++", "We write C++ daily."),
    ("Yahoo!", "We read Yahoo! daily."),
]

NOT_NAMED = [
    ("LI", "tile, vinyl, polished"),
    ("Inc", "an incident report"),
    ("You", "When you run, you tire; tell yourself that."),
    ("Monday.com", "On Monday we shipped."),
    ("Zoom", "zoom in on the chart"),
    ("Go", "a good deployment tool"),
    ("Box", "open the toolbox"),
    ("COS", "cosmetics and more"),
    ("Vercel", "See [vercel.com](https://vercel.com)."),
    ("Vercel", "See [the guide](https://vercel.com/guide)."),
    ("Acme", "Write to acme@example.com."),
    ("Acme", "notacme.com and acmedaily.com"),
    ("HP Inc", "HP makes printers."),
    ("Anker", "AnkerWork makes headsets."),
    ("Anker", "Ankers and ankering"),
    ("Acme", "see example.com/acme/shoes"),
    ("Acme", "Acme𐐀 in Deseret"),
    ("Acme", "Acme\u0301 with a mark"),
    ("Acme", "placmes and acmeology"),
    ("Acme", "Acme3 is another product"),
    ("Acme", "see acme_tools and Acme.js"),
    ("Acme", "#AcmeRocks"),
    ("Café Noir", "Cafe\u0301s noirs"),
    ("Sun Run", "Sunrun sells panels."),
    ("Delta", "Delta Faucet Company? Delta Faucet makes taps."),
    ("Mercury", "Mercury Insurance pays."),
    ("Neill", "O'Neill makes wetsuits."),
    ("Don", "Don't run."),
    ("ソニー", "ソニーストア"),
    ("삼성", "삼성물산은 건설사다"),
    ("Inc", "Acme Inc. makes shoes."),
    ("!!!", "wow!!!!!"),
]


@pytest.mark.parametrize(("brand", "text"), NAMED)
def test_a_name_standing_alone_is_a_mention(brand: str, text: str) -> None:
    assert own(read(brand, text)), text


@pytest.mark.parametrize(("brand", "text"), NOT_NAMED)
def test_a_name_inside_something_else_is_no_mention(brand: str, text: str) -> None:
    assert own(read(brand, text)) == (), text


def test_an_alias_makes_the_short_form_a_mention() -> None:
    assert own(read("HP Inc", "HP makes printers.", aliases=("HP",)))


def test_a_german_genitive_counts_in_a_german_profile_only() -> None:
    text = "Acmes Schuhe halten lange."
    assert own(read("Acme", text, language="de-DE"))
    assert own(read("Acme", text)) == ()


def test_the_longest_name_wins_over_the_one_inside_it() -> None:
    result = read("Anker", "Anker Work is new.", competitors=("Anker Work",))
    assert [m.entity for m in result.mentions] == ["anker work"]


def test_an_organisation_noun_of_the_brands_own_trade_keeps_it_the_brand() -> None:
    profile = BrandProfile(name="Mercury", description="Car insurance for families")
    assert own(read(profile, "We chose Mercury Insurance last year."))


@pytest.mark.parametrize(
    "text",
    [
        "Die **Ac**me\u200b ist gut",
        "AT&amp;T, then Ａｃｍｅ",
        "e\u0301e\u0301 Acme 𝐀𝐜𝐦𝐞",
        "ﬁne <b>Acme</b> [x](https://acme.example) Acme",
    ],
)
def test_offsets_point_at_the_text_as_stored(text: str) -> None:
    for mention in read("Acme", text, competitors=("AT&T",)).mentions:
        assert text[mention.start : mention.end] == mention.name
        letters = [c for c in mention.name if c.isalnum()]
        assert len(letters) >= 3


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "X",
        "!",
        "---",
        "***",
        "Inc",
        "GmbH",
        "&",
        "\u200b",
        "é",
        "字",
        ".",
        "🙂",
        "(",
        "a b",
    ],
)
def test_odd_names_neither_crash_nor_loop(name: str) -> None:
    texts = ["", "!", "Inc Inc Inc", "*** --- ...", "x" * 2000, "é字🙂(" * 50, "a b a\nb &amp; <b"]
    entities = EntitySet.of(BrandProfile(name=name))
    for text in texts:
        extract("a", text, entities, None)


@pytest.mark.parametrize(
    "text",
    ["[" * 20_000, "](" * 10_000, "<" * 20_000, "*_" * 20_000, "acme " * 500, "&" * 20_000,
     "no " * 8_000 + "Acme", "http://" * 3_000, "a." * 20_000, "<!--" * 5_000, "a@" * 9_000,
     "not find " * 3_000 + "acme", "\u0301" * 20_000, "([acme](" * 500],
    ids=range(14),
)  # fmt: skip
def test_hostile_text_is_read_in_time(text: str) -> None:
    started = time.process_time()
    extract("a", text, EntitySet.of(BrandProfile(name="Acme")), None)
    assert time.process_time() - started < 2.0


@pytest.mark.parametrize("word", ["Veltrrino", "Veltino", "Vetlrino", "Veltrono"])
def test_one_slip_in_a_coined_name_is_the_name(word: str) -> None:
    assert own(read("Veltrino", f"I bought a kettle from {word} last year."))


@pytest.mark.parametrize(
    "text",
    [
        "Veltrinos is a village in the hills.", "Beltrino sells pans.", "we veltrono at night",
        "Dr Sarah Veltrino teaches law.", "The village of Veltrino is small.",
        "Veltrino Road is closed.", "The band Veltrino plays tonight.",
    ],
)  # fmt: skip
def test_another_word_person_or_place_is_not_the_name(text: str) -> None:
    assert not own(read("Veltrino", text))


def test_a_near_name_beside_the_right_one_is_another() -> None:
    text = "Veltrino is quieter than Veltrono."
    assert [m.name for m in read("Veltrino", text).mentions] == ["Veltrino"]


@pytest.mark.parametrize(
    "text", ["Fern and Moss ships today.", "Ask Fern + Moss.", "Fern &amp; Moss"]
)
def test_the_sign_and_the_word_for_and_are_one(text: str) -> None:
    assert own(read("Fern & Moss", text))


@pytest.mark.parametrize(
    "text",
    [
        "Bring fern and moss.",
        "Set `VELTRINO_KEY` first.",
        "![Veltrino kettle](k.png)",
        "```\nVeltrino\n```",
    ],
)
def test_words_code_and_pictures_are_not_the_name(text: str) -> None:
    assert not own(read("Fern & Moss" if "fern" in text else "Veltrino", text))
