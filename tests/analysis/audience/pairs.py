"""Stated audiences with words written for them and words written for others.

Invariant: a pair's label follows from how it was written, never from a score: `related` texts were
written for the audience, in words a shop or service would use; the others take the passages of an
audience with other needs. The ranges of `fit.py` were fixed on FIXED_ON and are held by HELD_OUT.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Offer:
    """An audience, and what a company that serves it says."""

    audience: str
    texts: tuple[str, ...]


OFFERS = (
    Offer(
        "Hill walkers who want boots that last and can be repaired",
        (
            "Our leather walking boots are made for hill walkers who are out in every season.",
            "Every boot can be repaired: send it back and we fit a new sole for £70.",
            "Worn soles are no reason for new boots. A pair of ours lasts ten years and more.",
            "Walking boots from £240, with free repairs of the stitching for five years.",
        ),
    ),
    Offer(
        "Café owners who want to spend less time on bookkeeping and VAT returns",
        (
            "Bookkeeping for cafés in ten minutes a day, from the till to the VAT return.",
            "Café owners save six hours of bookkeeping a week: invoices are read by themselves.",
            "The VAT return is prepared for you and sent with one button.",
            "It costs £19 a month for a café, without a contract.",
        ),
    ),
    Offer(
        "Parents looking for a swimming school for toddlers",
        (
            "Swimming lessons for babies and toddlers, in warm water and small groups.",
            "Our swimming school teaches toddlers to float, to turn and to climb out safely.",
            "Parents stay in the water with children under three. One lesson costs £14.",
            "When your toddler is ready for the next group, we tell you.",
        ),
    ),
    Offer(
        "Small law firms that need document management with legal hold",
        (
            "Document management for small law firms, with legal hold in two clicks.",
            "When a matter is put on legal hold, no document of it can be deleted.",
            "Law firms of up to twenty people file e-mails and documents by matter.",
            "Prices start at €29 per lawyer and month, with no limit on documents.",
        ),
    ),
    Offer(
        "Dog owners who want grain-free food for puppies",
        (
            "Grain-free puppy food with salmon, for dogs up to twelve months.",
            "Puppies need more protein than grown dogs: our food has 32 % and no grain.",
            "Dog owners choose the size of the bag, from 2 kg for €14.",
            "Ideal for puppies with sensitive stomachs: no wheat, no maize, no soya.",
        ),
    ),
    Offer(
        "Cyclists who commute by e-bike and need a fast repair service",
        (
            "E-bike repair within 24 hours for commuters, at your home or office.",
            "When your e-bike fails on the way to work, we collect it the same day.",
            "Our repair service covers brakes, tyres and motors of every common e-bike.",
            "A repair visit for cyclists costs €39, parts apart.",
        ),
    ),
    Offer(
        "Restaurants that look for organic vegetables from local farms",
        (
            "Organic vegetables from farms within 60 km, delivered to restaurants every morning.",
            "Local farms harvest on order, so restaurants get what was picked yesterday.",
            "Chefs order organic vegetables until 10 pm; crates start at €18.",
            "For restaurants with a changing menu we send a list of the week's vegetables.",
        ),
    ),
    Offer(
        "Retired people who want to learn to play the piano",
        (
            "Piano lessons for people who start after sixty, at your own pace.",
            "You learn to play the piano without scales: the first song takes three weeks.",
            "Retired beginners practise in the mornings, when our rooms are quiet.",
            "Ten piano lessons cost £280, and the first one is free.",
        ),
    ),
    Offer(
        "Home owners who plan to install a heat pump in an old house",
        (
            "Heat pumps for old houses: we measure first and tell you whether it pays.",
            "Installing a heat pump in a house from 1930 takes us three days.",
            "Home owners get a plan of radiators, noise and costs before they decide.",
            "The heat pump costs between €22,000 and €31,000 before grants.",
        ),
    ),
    Offer(
        "Marathon runners who need shoes for wide feet",
        (
            "Running shoes in four widths, made for marathon runners with wide feet.",
            "Wide feet swell on long runs: the toe box leaves 8 mm of room after 30 km.",
            "Marathon runners test every shoe over a full race distance.",
            "Shoes for wide feet start at $140 and can be returned after 100 days.",
        ),
    ),
    Offer(
        "Teachers who search for ready-made science experiments for primary school",
        (
            "Science experiments for primary school, ready in ten minutes, in one box.",
            "Teachers get a lesson plan with every experiment and a list of questions.",
            "Every experiment works with thirty pupils and costs less than £1 a child.",
            "Designed for primary school teachers without a science degree.",
        ),
    ),
    Offer(
        "Wedding couples who want a photographer in the Alps",
        (
            "Wedding photographers for couples who marry in the Alps, in summer and in snow.",
            "We photograph your wedding on the mountain, with a plan for bad weather.",
            "Couples get 400 photographs within three weeks, from €1,900.",
            "When the cable car stops, our photographers walk up with you.",
        ),
    ),
)
FIXED_ON = OFFERS[:6]
HELD_OUT = OFFERS[6:]


def related(offers: tuple[Offer, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Each audience with the words written for it."""
    return [(offer.audience, offer.texts) for offer in offers]


def unrelated(offers: tuple[Offer, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Each audience with the words of the next two offers."""
    return [
        (offer.audience, offers[(number + step) % len(offers)].texts)
        for number, offer in enumerate(offers)
        for step in (1, 2)
    ]
