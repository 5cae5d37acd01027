"""Small corpora of six trades, and the questions customers of each would ask.

Invariant: the trades have nothing to do with each other, so each is an unrelated page to the rest.
"""

from __future__ import annotations

from presence.analysis.offer import read_offer
from presence.analysis.panel import build_panel
from presence.analysis.simulator import phrasings
from presence.analysis.types import BrandProfile, Passage, Question

TRADES: dict[str, tuple[str, tuple[str, ...]]] = {
    "Northpeak": (
        "Northpeak makes trail running shoes and waterproof jackets for weekend runners.",
        (
            "Our trail running shoes grip wet rock with a lugged rubber outsole.",
            "The waterproof jackets weigh 210 grams and pack into their own pocket.",
            "A rock plate protects your feet on stony descents.",
            "Prices start at 119 euros and shipping is free above 50 euros.",
        ),
    ),
    "Taskly": (
        "Taskly is a project management tool for small agencies with time tracking.",
        (
            "Plan projects on a shared board and see who is overloaded.",
            "Time tracking turns hours into invoices with one click.",
            "Taskly costs 9 euros per person per month with no setup fee.",
            "Clients approve designs in a guest portal.",
        ),
    ),
    "Huber": (
        "Huber bakes sourdough bread and gluten-free rolls for families.",
        (
            "Our sourdough bread ferments for 36 hours and stays fresh for five days.",
            "The gluten-free rolls are baked in a separate oven.",
            "We deliver bread by bicycle before seven in the morning.",
            "Wedding cakes can be ordered two weeks ahead.",
        ),
    ),
    "SmileLab": (
        "SmileLab is a dental clinic with implants, teeth whitening and braces.",
        (
            "Dental implants replace a missing tooth for life; most take two visits.",
            "Teeth whitening takes one hour and lightens teeth by up to eight shades.",
            "Nervous patients may choose sedation.",
            "Clear braces straighten teeth in six to twelve months.",
        ),
    ),
    "Leadwell": (
        "Leadwell is CRM software for estate brokers with automated follow-up emails.",
        (
            "Leads from portals arrive in one inbox and are assigned to agents.",
            "Follow-up emails are sent automatically after a viewing.",
            "Reports show which listings bring the most enquiries.",
        ),
    ),
    "Sunroof": (
        "Sunroof installs solar panels and home batteries.",
        (
            "A ten panel system covers the yearly electricity use of a family of four.",
            "Home batteries store surplus power for the evening.",
            "Installation takes two days, and we file the grid paperwork.",
        ),
    ),
}


def profile_of(name: str) -> BrandProfile:
    """A brand with nothing but its one-line description."""
    return BrandProfile(name, TRADES[name][0])


def passages_of(name: str, owner: str = "brand") -> tuple[Passage, ...]:
    """One passage a page."""
    return tuple(
        Passage(f"{name}-{place}", text, f"https://{name.lower()}.example/{place}", owner, name)
        for place, text in enumerate(TRADES[name][1])
    )


def questions_of(name: str, size: int = 25) -> list[Question]:
    """Five phrasings of every neutral prompt of the brand's panel."""
    profile = profile_of(name)
    panel = build_panel(profile, read_offer(profile), size, None)
    return [
        Question(prompt.id, text, prompt.locale, sample, sample * 7 + 1)
        for prompt in panel.prompts
        if not prompt.branded
        for sample, text in enumerate(phrasings(prompt.text, 5, prompt.locale))
    ]
