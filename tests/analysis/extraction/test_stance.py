"""Naming, denying, warning, praising with a negative word: each judged where it stands."""

from __future__ import annotations

import pytest

from tests.analysis.extraction.naming import own, read

DENIED = [
    "I couldn't find any information about Acme.",
    "I could not find anything on Acme in my sources.",
    "I have no data on Acme.",
    "I don't have any information about Acme.",
    "I do not have specific details about Acme's shoes.",
    "There is no information available about Acme.",
    "I'm not familiar with Acme.",
    "I am not aware of a company called Acme.",
    "I've never heard of Acme.",
    "I was unable to find Acme in the results.",
    "Acme is not mentioned in these reviews.",
    "Acme isn't on this list.",
    "Acme does not appear in the ranking.",
    "Acme didn't make the list.",
    "Acme is missing from every comparison.",
    "No results for Acme.",
    "There is no such brand as Acme.",
    "I cannot verify any details about Acme.",
    "I know nothing about Acme.",
    "Unfortunately, my sources don't mention Acme.",
    "None of the sources mention Acme.",
    "The search results do not include Acme.",
    "There isn't much information about Acme online.",
    "Information about Acme is limited.",
    "Acme doesn't seem to be a well-known brand.",
    "Acme is not a brand I recognise.",
    "I can't find Acme in the top ten.",
    "No encontré información sobre Acme.",
    "No tengo datos sobre Acme.",
    "Je n'ai pas trouvé d'information sur Acme.",
    "Aucune information sur Acme n'est disponible.",
    "Ich habe keine Informationen über Acme gefunden.",
    "Acme ist mir nicht bekannt.",
    "Non ho trovato informazioni su Acme.",
    "Não encontrei informações sobre Acme.",
    "Ik heb geen informatie over Acme.",
    "Я не нашел информации о компании Acme.",
    "我没有找到关于Acme的信息。",
    "Acmeに関する情報は見つかりませんでした。",
    "Acme에 대한 정보를 찾을 수 없습니다.",
]
NAMED = [
    "Acme is not just a CRM, it is a platform.",
    "Acme isn't only cheap, it lasts.",
    "No mill beats Acme.",
    "Nothing compares to Acme for grip.",
    "You can't go wrong with Acme.",
    "I can't recommend Acme enough.",
    "I haven't found a better shoe than Acme.",
    "Acme is second to none.",
    "Avoid Acme if you have wide feet.",
    "I would not recommend Acme.",
    "Don't buy Acme.",
    "Acme is not recommended for beginners.",
    "Acme has no data centre in Europe.",
    "Acme does not ship to Canada.",
    "Unlike Acme, Beta has no guarantee.",
    "There are cheaper alternatives to Acme.",
    "You won't find a tougher shoe than Acme.",
    "I don't know a better shoe than Acme.",
    "Acme wasn't founded until 2010.",
    "Acme is unknown to many, yet excellent.",
    "I did not find problems with Acme.",
    "I'm not aware of any problems with Acme.",
    "No complaints about Acme were found.",
    "No data leaves your device with Acme.",
    "Acme: no subscription required.",
    "If Acme doesn't fit, try Salomon.",
    "I have not tested Acme.",
    "Acme no solo vende zapatos, también los repara.",
    "Acme ist nicht nur günstig, sondern auch robust.",
    "Acme n'est pas seulement bon marché.",
    "Acme: We never sell your data to anybody. [1]",
]


@pytest.mark.parametrize("text", DENIED)
def test_ignorance_or_absence_is_no_mention(text: str) -> None:
    result = read("Acme", text)
    assert [m.stance for m in result.mentions] == ["negated"], text
    assert result.brand_named is False
    assert result.sentiment is None


@pytest.mark.parametrize("text", NAMED)
def test_a_negative_word_does_not_unname_the_brand(text: str) -> None:
    assert own(read("Acme", text)), text


@pytest.mark.parametrize(
    "text",
    ["Did you mean Acme?", "I'm not sure what Acme is.", "Acme could refer to several companies."],
)
def test_a_guess_at_who_is_meant_is_uncertain(text: str) -> None:
    result = read("Acme", text)
    assert [m.stance for m in result.mentions] == ["uncertain"]
    assert result.brand_named is False


def test_one_text_may_deny_and_name() -> None:
    result = read("Acme", "I couldn't find Acme in the 2023 test. Acme makes trail shoes.")
    assert [m.stance for m in result.mentions] == ["negated", "affirmative"]
    assert result.brand_named is True


def test_a_denial_reaches_its_own_clause_only() -> None:
    text = "I couldn't find any information about Acme, but Salomon is widely sold."
    result = read("Acme", text, competitors=("Salomon",))
    assert [(m.entity, m.stance) for m in result.mentions] == [
        ("brand", "negated"),
        ("salomon", "affirmative"),
    ]
    assert result.positions == (("salomon", 1),)


def test_a_denial_of_two_names_denies_both() -> None:
    result = read("Acme", "I have no data on Acme or Salomon.", competitors=("Salomon",))
    assert [m.stance for m in result.mentions] == ["negated", "negated"]


def test_the_same_rules_hold_for_competitors() -> None:
    result = read("Acme", "I have no data on Salomon. Acme is sold here.", competitors=("Salomon",))
    assert result.positions == (("brand", 1),)


@pytest.mark.parametrize(
    ("text", "sentiment"),
    [
        ("Acme is excellent and reliable.", "positive"),
        ("Acme is slow and overpriced.", "negative"),
        ("Acme sells shoes.", "neutral"),
        ("Acme is not reliable.", "negative"),
        ("Acme is not bad.", "positive"),
        ("No mill beats Acme.", "positive"),
        ("I would avoid Acme.", "negative"),
        ("Acme is better than Salomon.", "positive"),
        ("Salomon is better than Acme.", "negative"),
        ("Acme beats Salomon.", "positive"),
        ("Salomon outperforms Acme.", "negative"),
        ("Acme is great but Salomon is terrible.", "positive"),
        ("Acme is not the cheapest but very reliable.", "positive"),
        ("Acme is reliable but expensive.", "neutral"),
        ("Users complain that Acme is slow.", "negative"),
        ("Acme is free of problems.", "positive"),
        ("Acme lacks good support.", "negative"),
        ("Salomon is worse than Acme.", "positive"),
        ("Acme never fails.", "positive"),
        ("Acme ist hervorragend.", "positive"),
        ("Acme es lento.", "negative"),
        ("Acme est excellente.", "positive"),
        ("Acme非常可靠", "positive"),
    ],
)
def test_sentiment_is_read_toward_the_brand(text: str, sentiment: str) -> None:
    assert read("Acme", text, competitors=("Salomon",)).sentiment == sentiment


@pytest.mark.parametrize(
    "text",
    [
        "I recommend Acme for wide feet.",
        "Our top pick is Acme.",
        "Best overall: Acme",
        "Acme is the best choice for beginners.",
        "Acme stands out.",
        "You can't go wrong with Acme.",
        "Ich empfehle Acme.",
        "推荐Acme",
    ],
)
def test_a_pick_is_recognised(text: str) -> None:
    assert read("Acme", text).recommended is True


@pytest.mark.parametrize(
    "text",
    [
        "Acme sells shoes.",
        "I would not recommend Acme.",
        "I recommend Salomon over Acme.",
        "I recommend Salomon instead of Acme.",
        "Avoid Acme.",
        "I have no data on Acme.",
    ],
)
def test_naming_alone_is_no_recommendation(text: str) -> None:
    assert read("Acme", text, competitors=("Salomon",)).recommended is False
