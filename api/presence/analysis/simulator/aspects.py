"""What kind of information a question asks for, and which passages give that kind.

Invariant: a passage that speaks of the subject but not of the aspect asked for (a price, reviews,
a comparison, advice on choosing, reasons to trust) is a weaker answer, never a stronger one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MISSED_ASPECT = 0.65


@dataclass(frozen=True, slots=True)
class Aspect:
    """One kind of information: how it is asked for, and how text that gives it reads."""

    name: str
    asked: re.Pattern[str]
    given: re.Pattern[str]


def _any(words: str) -> re.Pattern[str]:
    """Any of the space-separated word beginnings; "_" stands for a space, "=" ends a word."""
    parts = [re.escape(word).replace("_", r"\s+").replace("=", r"\b") for word in words.split()]
    return re.compile(r"(?<!\w)(?:" + "|".join(parts) + ")", re.IGNORECASE)


def _price_given(words: str) -> re.Pattern[str]:
    amount = r"[€$£]\s?\d|\d\s?(?:€|euros?\b|dollars?\b|pounds?\b|usd\b|eur\b|gbp\b|chf\b)"
    return re.compile(f"{amount}|{_any(words).pattern}", re.IGNORECASE)


ASPECTS = (
    Aspect(
        "price",
        _any(
            "price cost= costs= charge good_value value_for_money worth_the_money worth_paying "
            "worth_buying spend budget pay= preis kosten= kostet verlangen geld günstig einplanen "
            "prix budget tarif coûte payer rapport_qualité precio coste presupuesto calidad-precio "
            "tarifa pagar valen_la_pena"
        ),
        _price_given(
            "price prices cost= costs= fee= fees= free= cheap affordable discount per_month "
            "preis kostet kosten= gratis kostenlos rabatt prix coûte gratuit remise precio cuesta "
            "descuento"
        ),
    ),
    Aspect(
        "reviews",
        _any("review rate_best rated bewert avis noté reseña valorad valoran"),
        _any(
            "review rating rated stars= testimonial customers_say award recommended_by bewert "
            "sterne auszeichnung avis note= étoiles reseña opini estrellas premio"
        ),
    ),
    Aspect(
        "comparison",
        _any(
            "compare comparison differ pros_and_cons alternative switch shortlist sets_each_apart "
            "replace what_else instead vergleich untersch alternativ wechsel compar différ "
            "remplacer changer diferenci compara alternativa cambiar"
        ),
        _any(
            "compar versus vs= unlike than= alternative instead whereas differ switch replace "
            "vergleich gegenüber anders als_ statt alternativ wechsel plutôt contrairement que_les "
            "remplac différ en_lugar diferen cambia"
        ),
    ),
    Aspect(
        "choosing",
        _any(
            "choose choosing what_should_i_look matters_most signs_of judge how_do_i_pick "
            "how_do_i_tell check_before what_should_i_check features decide auswähl worauf wähle "
            "entscheide choisir vérifier critères elijo elegir revisar criterios"
        ),
        _any(
            "choos choice guide how_to look_for tip= tips= check depend if_you which_one "
            "recommend should= need= wähl auswahl achten wenn_sie wenn_du sollten choisi conseil "
            "si_vous eleg elij consejo si_usted debe"
        ),
    ),
    Aspect(
        "trust",
        _any(
            "trust rely= reliable gets_it_right disappoint vertrau zuverlässig verlässlich "
            "enttäuscht confiance fiable déçu confiar confianza fiable decepcion"
        ),
        _any(
            "trust reliab guarantee warranty certif insured licensed since_1 since_2 years tested "
            "return= returns= repair garantie zertifi seit= jahre geprüft certifi depuis ans= "
            "garant desde años"
        ),
    ),
)  # fmt: skip


def aspects_of(question: str) -> tuple[Aspect, ...]:
    """Aspects a question asks for, in the order of ASPECTS; none for a plain question."""
    return tuple(aspect for aspect in ASPECTS if aspect.asked.search(question))
