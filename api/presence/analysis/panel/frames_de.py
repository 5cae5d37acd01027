"""German question frames. Topics arrive as a noun phrase without article.

Invariant: no frame names a company or asks about one; see frames.py for the slots.
"""

from __future__ import annotations

from presence.analysis.language.stopwords import word_set
from presence.analysis.types import Intent

FRAMES: tuple[tuple[Intent, bool, tuple[str, ...]], ...] = (
    ("discovery", True, (
        "Welche Anbieter für {topic} sind empfehlenswert?",
        "Welche Anbieter für {topic} kannst du empfehlen?",
        "Ich suche {topic}. Was sind gute Möglichkeiten?",
        "Nenne mir die besten Adressen für {topic}.",
        "Wer ist für {topic} bekannt?",
    )),
    ("discovery", True, (
        "Welche Unternehmen bieten {topic} an?",
        "Kannst du Unternehmen nennen, die {topic} anbieten?",
        "Wer bietet {topic} an?",
        "Gib mir eine Liste von Anbietern für {topic}.",
        "Wo finde ich Unternehmen für {topic}?",
    )),
    ("discovery", True, (
        "Wer bietet {topic} für {audience} an?",
        "Welche Anbieter für {topic} eignen sich für {audience}?",
        "Wo gibt es {topic} für {audience}?",
        "Was ist zu empfehlen: {topic} für {audience}?",
        "Ich suche {topic} für {audience}. Was kommt infrage?",
    )),
    ("discovery", True, (
        "Wo finde ich {topic} in {market}?",
        "Wer bietet {topic} in {market} an?",
        "Welche Anbieter für {topic} in {market} sind gut?",
        "Nenne mir gute Adressen für {topic} in {market}.",
        "Welche Unternehmen in {market} sind für {topic} bekannt?",
    )),
    ("comparison", True, (
        "Wie unterscheiden sich die führenden Anbieter für {topic}?",
        "Kannst du die führenden Anbieter für {topic} vergleichen?",
        "Was sind die Unterschiede zwischen bekannten Anbietern für {topic}?",
        "Vergleiche die besten Möglichkeiten für {topic}.",
        "Welche Anbieter für {topic} gibt es und was unterscheidet sie?",
    )),
    ("comparison", True, (
        "Welche Anbieter für {topic} in {market} schneiden im Vergleich am besten ab?",
        "Kannst du Anbieter für {topic} in {market} vergleichen?",
        "Worin unterscheiden sich die Anbieter für {topic} in {market}?",
        "Wer bietet {topic} in {market} zum besten Preis-Leistungs-Verhältnis an?",
        "Vergleiche Anbieter für {topic} in {market}.",
    )),
    ("comparison", True, (
        "Welche Anbieter für {topic} haben die besten Bewertungen?",
        "Welche Anbieter für {topic} bewerten Kunden am besten?",
        "Wer hat die besten Bewertungen für {topic}?",
        "Welche Anbieter für {topic} sind am besten bewertet?",
        "Ordne Anbieter für {topic} nach Kundenbewertungen.",
    )),
    ("comparison", True, (
        "Welche Anbieter für {topic} haben das beste Preis-Leistungs-Verhältnis für {audience}?",
        "Wie schneiden Anbieter für {topic} in Preis und Qualität für {audience} ab?",
        "Vergleiche Preis und Qualität: {topic} für {audience}.",
        "Wer verkauft {topic} für {audience} günstig und gut?",
        "Was ist sein Geld wert: {topic} für {audience}?",
    )),
    ("problem", True, (
        "Mein bisheriger Anbieter für {topic} überzeugt mich nicht. Welche Alternativen gibt es?",
        "Welche Alternativen gibt es für {topic}?",
        "Ich möchte den Anbieter für {topic} wechseln. Was empfiehlst du?",
        "Zu welchem Anbieter für {topic} kann ich wechseln?",
        "Ich bin unzufrieden und suche {topic}. Was schlägst du vor?",
    )),
    ("problem", True, (
        "Welchem Anbieter für {topic} kann ich vertrauen?",
        "Welche Anbieter für {topic} sind zuverlässig?",
        "Wie finde ich vertrauenswürdige Anbieter für {topic}?",
        "Wer ist ein verlässlicher Anbieter für {topic}?",
        "Anbieter für {topic} haben mich oft enttäuscht. Wer macht es richtig?",
    )),
    ("problem", True, (
        "Welche Angebote gibt es für {need}?",
        "Ich suche eine Lösung für {need}. Was schlägst du vor?",
        "Welche Produkte oder Dienste gibt es für {need}?",
        "Wer hat eine Lösung für {need}?",
        "Was ist eine gute Lösung für {need}?",
    )),
    ("how-to", True, (
        "Wie finde ich die richtigen Anbieter für {topic} und was ist empfehlenswert?",
        "Wie wähle ich {topic} aus und was ist gut?",
        "Was ist wichtig, wenn ich {topic} auswähle?",
        "Kannst du mir helfen, {topic} auszuwählen?",
        "Wie entscheide ich mich für {topic}?",
    )),
    ("how-to", True, (
        "Mit welchen Preisen muss ich für {topic} rechnen und wer ist günstig?",
        "Was muss ich für {topic} ausgeben?",
        "Wer hat faire Preise für {topic}?",
        "Wie viel sollte ich für {topic} einplanen?",
        "Was verlangen Anbieter für {topic}?",
    )),
    ("how-to", False, (
        "Worauf kommt es an, wenn ich {topic} für {audience} suche?",
        "Was sollte ich wissen, bevor ich {topic} für {audience} aussuche?",
        "Wie wähle ich {topic} für {audience} aus?",
        "Welche Eigenschaften zählen, wenn es um {topic} für {audience} geht?",
        "Wie finde ich {topic} für {audience}?",
    )),
)  # fmt: skip

BRANDED = (
    "Was ist {brand}?",
    "Was kannst du mir über {brand} sagen?",
    "Was macht {brand}?",
    "Wer ist {brand} und was wird dort angeboten?",
    "Was sollte ich über {brand} wissen?",
)

SEGMENTS = (
    "Einsteiger", "Familien", "kleine Unternehmen", "Berufstätige", "kleine Budgets", "Profis",
    "den Alltag", "große Gruppen", "Erstkäufer", "anspruchsvolle Kunden", "ältere Menschen",
    "Studierende", "Vielreisende", "Menschen mit wenig Zeit",
)  # fmt: skip

WORK_SEGMENTS = (
    "kleine Unternehmen", "Selbstständige", "Start-ups", "wachsende Unternehmen",
    "große Unternehmen", "kleine Teams", "Vereine", "Agenturen", "Familienbetriebe",
    "kleine Budgets", "mehrere Standorte", "anspruchsvolle Kunden",
)  # fmt: skip

WORK_WORDS = word_set(
    """software plattform b2b crm erp unternehmen firma firmen betrieb betriebe agentur agenturen
    kanzlei buchhaltung lohnabrechnung rechnungen mitarbeiter teams selbstständige beratung
    logistik großhandel geschäftsführer"""
)
