"""A generated catalogue of any size, for benches: `bulk-50`, `bulk-200`.

Invariant: the same number of pages gives the same site, every page reachable in three clicks.
"""

from __future__ import annotations

import random

from presence_standins.sites.model import Page, StandInSite

_THINGS = ("desk lamp", "rain jacket", "garden chair", "cooking pot", "travel bag", "wall clock",
           "bread knife", "reading light", "wool blanket", "tool box")  # fmt: skip
_MAKERS = ("Alder", "Brook", "Cairn", "Dale", "Esk", "Firth", "Glen", "Holm")
_MATERIALS = ("aluminium", "recycled polyester", "beech", "stainless steel", "canvas", "cork",
              "cast iron", "linen")  # fmt: skip
_USES = ("small flats", "daily commuting", "long weekends outdoors", "shared kitchens",
         "home offices", "gifts to friends", "families with children", "rented rooms")  # fmt: skip
_CARE = ("Wipe it with a damp cloth and dry it at once.", "Wash it at thirty degrees.",
         "Oil it twice a year.", "Keep it away from direct sun.",
         "Tighten the screws after the first month.")  # fmt: skip
PER_SHELF = 20
_ADVICE = """
If you are not sure which size you need, measure the place first and compare it with the drawing on
the product page. Two thirds of all returns would not have happened with a tape measure at hand.
"""


def bulk_site(count: int) -> StandInSite:
    """A site of exactly `count` pages: home, shelves of 20, and products on them."""
    shelves = max(1, (count - 1 + PER_SHELF) // (PER_SHELF + 1))
    products = max(0, count - 1 - shelves)
    pages = [_home(shelves)]
    for shelf in range(shelves):
        numbers = range(shelf * PER_SHELF, min(products, (shelf + 1) * PER_SHELF))
        pages.append(_shelf(shelf, numbers))
    pages += [_product(number, products) for number in range(products)]
    menu = ("/", *(f"/shelf/{shelf}" for shelf in range(min(shelves, 8))))
    return StandInSite(
        f"bulk-{count}",
        "Northgate Store",
        "Northgate Store sells useful things for the home.",
        tuple(pages[:count]),
        menu,
    )


def _home(shelves: int) -> Page:
    links = "\n".join(f"- [Shelf {n + 1} of the catalogue](/shelf/{n})" for n in range(shelves))
    text = (
        "Northgate Store sells useful things for the home, chosen by people who use them. Every "
        "product page says what it is made of, whom it suits, what it costs and how to look after "
        "it. Nothing is sold that we would not repair."
    )
    promise = (
        "Orders above forty pounds are delivered free of charge within three days, and everything "
        "can be sent back for sixty days, used or not. Repairs cost what the spare part costs; "
        "the work is free. A person answers the phone from nine to six, and knows the products, "
        "because the same people unpack, use and sell them. New things come in every Tuesday."
    )
    return Page(
        "/",
        "Northgate Store: useful things for the home",
        text[:150],
        "Useful things",
        f"{text}\n## How we sell\n{promise}\n## The catalogue\n{links}",
    )


def _shelf(shelf: int, numbers: range) -> Page:
    links = "\n".join(f"- [{_name(n)}](/product/{n})" for n in numbers)
    description = (
        f"Shelf {shelf + 1} of the Northgate Store catalogue with {len(numbers)} products."
    )
    intro = (
        f"Shelf {shelf + 1} holds {len(numbers)} products. They are sorted by the date they came "
        "in, and each has been used for at least a month by somebody in the shop before it was "
        "listed here. Ask for a sample if you want to feel the material first. Prices include tax, "
        "and every order above forty pounds is delivered free of charge within three days."
    )
    body = f"{intro}\n{_ADVICE}\n## On this shelf\n{links}"
    title = f"Catalogue shelf {shelf + 1} | Northgate Store"
    return Page(f"/shelf/{shelf}", title, description, f"Catalogue, shelf {shelf + 1}", body)


def _name(number: int) -> str:
    maker = _MAKERS[number % len(_MAKERS)]
    thing = _THINGS[(number // len(_MAKERS)) % len(_THINGS)]
    return f"{maker} {thing} {number + 1}"


def _product(number: int, products: int) -> Page:
    dice = random.Random(number)  # noqa: S311 - repeatable catalogue text, nothing secret
    name = _name(number)
    material, other = dice.sample(_MATERIALS, 2)
    uses = dice.sample(_USES, 3)
    price = f"{dice.randint(9, 240)}.{dice.choice(('00', '50', '90'))}"
    weight = dice.randint(180, 6_400)
    neighbours = [(number + step) % products for step in (1, 3, 7)]
    related = "\n".join(f"- [{_name(n)}](/product/{n})" for n in dict.fromkeys(neighbours))
    body = f"""
The {name} is made of {material} and {other}, weighs {weight} g and costs £{price}. We have used
it for {dice.randint(2, 30)} months and sell it because it does its one job well.
## Who it is for
It suits {uses[0]} and {uses[1]}. For {uses[2]} there are better choices on the same shelf, and we
say so. Customers return about {dice.randint(1, 9)} in a hundred, most often because of the size.
## What it is made of
The {material} is {dice.randint(1, 6)} mm thick and comes from a mill that has supplied us for
{dice.randint(3, 25)} years. The {other} parts can be replaced one by one; spare parts cost
between £{dice.randint(1, 5)} and £{dice.randint(6, 20)}.
## How to look after it
{" ".join(dice.sample(_CARE, 3))} If something breaks within {dice.randint(2, 10)} years, send it
back and we repair it.
? How long does the {name} last?
= About {dice.randint(5, 30)} years of daily use, judging by those that came back for repair.
? Is the {name} in stock?
= Yes, {dice.randint(3, 90)} pieces are in the shop, and more arrive every {dice.randint(2, 9)}
weeks.
## On the same shelf
{related}
"""
    description = f"{name}: {material} and {other}, {weight} g, £{price}. Made for {uses[0]}."
    return Page(
        f"/product/{number}",
        f"{name} | Northgate Store",
        description,
        name,
        body,
        product=(name, price),
    )
