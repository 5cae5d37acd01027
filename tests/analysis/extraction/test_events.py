"""What happened judges: an event praises or blames where no word of judgement stands."""

from __future__ import annotations

import pytest

from tests.analysis.extraction.naming import read

PRAISED = [
    ("en", "Veltrino opens in a blink, even on my ten-year-old laptop."),
    ("en", "Veltrino charged us nothing for the second visit."),
    ("de", "Veltrino hinterließ die Wohnung sauberer, als er sie vorgefunden hatte."),
    ("fr", "Veltrino prend le temps d'écouter et ne regarde jamais sa montre."),
    ("es", "Veltrino me cobró menos de lo que habían presupuestado."),
    ("it", "Veltrino mi ha risolto il problema al primo colpo."),
    ("nl", "Veltrino had mijn fiets binnen een uur weer rijklaar."),
    ("pt", "A Veltrino explicou-me cada linha da fatura."),
    ("pl", "Odkąd mam Veltrino, śpię spokojnie."),
    ("tr", "Veltrino söylediği gün ve saatte teslim etti."),
    ("ja", "Veltrinoは雨の日でも時間どおりに届けてくれる。"),
    ("zh", "Veltrino的客服当天就给我换了新的。"),
    ("ar", "رد متجر Veltrino على رسالتي خلال دقائق."),
]
BLAMED = [
    ("en", "The zip on my Veltrino jacket gave way on the second outing."),
    ("de", "Veltrino kam zwei Stunden zu spät und hatte das falsche Teil dabei."),
    ("fr", "Mon Veltrino a rendu l'âme au bout de trois mois."),
    ("es", "Veltrino se cae cada vez que llueve."),
    ("it", "Veltrino ha lasciato il bagno allagato e non risponde più."),
    ("nl", "Bij Veltrino sta je zo drie kwartier in de wacht."),
    ("pt", "Na Veltrino o café veio frio e o troco errado."),
    ("pl", "Veltrino zawiesza się za każdym razem, gdy wystawiam fakturę."),
    ("tr", "Veltrino paketimi üç gün boyunca yanlış adrese götürdü."),
    ("ja", "Veltrinoに頼んだら、箱がつぶれて届いた。"),
    ("zh", "Veltrino的杯子用了两次就裂了。"),
    ("ar", "تطبيق Veltrino يتوقف فجأة كل يوم."),
]
PLAIN = [
    ("en", "Veltrino exports to CSV and PDF."),
    ("de", "Veltrino betreibt 14 Depots in Bayern."),
    ("es", "Veltrino abre de lunes a viernes."),
    ("it", "Veltrino ha quaranta coperti."),
    ("nl", "Veltrino is gevestigd in Zwolle en telt 40 medewerkers."),
    ("pt", "A Veltrino tem sede em Braga."),
    ("ja", "Veltrinoの本社は福岡にある。"),
    ("zh", "Veltrino总部位于成都。"),
]


@pytest.mark.parametrize(("language", "text"), PRAISED)
def test_an_event_that_speaks_for_the_name_is_praise(language: str, text: str) -> None:
    assert read("Veltrino", text, language=language).sentiment == "positive"


@pytest.mark.parametrize(("language", "text"), BLAMED)
def test_an_event_that_speaks_against_the_name_is_blame(language: str, text: str) -> None:
    assert read("Veltrino", text, language=language).sentiment == "negative"


@pytest.mark.parametrize(("language", "text"), PLAIN)
def test_a_plain_fact_stays_without_judgement(language: str, text: str) -> None:
    assert read("Veltrino", text, language=language).sentiment == "neutral"
