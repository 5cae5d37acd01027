"""Harrow Oak, a furniture workshop: decent, repaired to the last check, and broken on purpose.

Invariant: the broken twin differs from the repaired one by exactly the defects in `BROKEN`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from presence_standins.sites.model import Page, StandInSite

ABOUT = "Harrow Oak makes solid oak tables, benches and shelves by hand in Sheffield."
_MENU = ("/", "/dining-tables", "/benches", "/shelves", "/delivery", "/care-guide", "/faq")

PAGES = (
    Page("/", "Harrow Oak: solid oak furniture made in Sheffield",
         "Solid oak tables, benches and shelves, made to measure in Sheffield, delivered in six "
         "weeks and repaired free of charge for fifteen years.",
         "Solid oak furniture, made to measure", """
Harrow Oak is a furniture workshop in Sheffield. We make dining tables, benches and shelves from
solid European oak, cut to the size of your room. Every piece is planed, glued and oiled in our
own workshop, so you can ask the people who build it.
## Made for small homes
Most of our customers live in terraced houses and flats where a standard table does not fit. We
build in steps of one centimetre, from 90 cm to 320 cm, at no extra charge. Drop leaves and
benches that slide under the table save space every day.
## Fifteen years of repairs
A [dining table](/dining-tables) from Harrow Oak costs between £640 and £1,980 and comes with free
repairs for fifteen years. If a joint opens or a leg is scratched in a move, we collect the piece,
repair it and bring it back.
## Where to start
Read how we [deliver](/delivery), learn to look after oil in the [care guide](/care-guide), visit
the [showroom](/showroom), or read [what customers say](/reviews). The story of the
[workshop](/our-story) explains why we use oak from three forests only.
"""),
    Page("/dining-tables", "Oak dining tables made to measure | Harrow Oak",
         "Made-to-measure oak dining tables from £640: four leg styles, sizes from 90 to 320 cm, "
         "finished with hard wax oil and delivered in six weeks.",
         "Oak dining tables", """
Our dining tables are made from solid European oak, 30 mm thick, with the grain running the full
length. You choose the size in steps of one centimetre, one of four leg styles and a clear, white
or smoked oil.
## Which size seats how many
- 120 × 75 cm seats four people and fits a galley kitchen
- 160 × 85 cm seats six people
- 200 × 95 cm seats eight people
- 260 × 100 cm seats ten people

Allow 60 cm of edge for each person and 90 cm between the table and the wall, so that chairs can
be pulled out. For narrow rooms a [bench](/benches) on one side saves 25 cm.
## Extending tables
The Rivelin table extends from 140 to 200 cm with a leaf stored under the top. One person can open
it in twenty seconds. It is the table most often bought for flats.
## Prices
A 120 cm table costs £640, a 160 cm table £890 and a 200 cm table £1,180. The extending Rivelin
costs £1,340. Prices include oil, assembly and delivery in England and Wales.
""", product=("Rivelin extending oak table", "1340.00")),
    Page("/benches", "Oak benches for dining tables and hallways | Harrow Oak",
         "Solid oak benches from £290 that slide under the table, with or without a back, in any "
         "length from 80 to 240 cm.",
         "Oak benches", """
A bench seats more people than chairs on the same length and disappears under the table after
dinner. Harrow Oak benches are 44 cm high and 33 cm deep, and carry 150 kg for every 60 cm of
length.
## With or without a back
A bench without a back slides fully under the table. A bench with a back is more comfortable for
long meals and stands well against a wall. Both can be ordered with a wool felt cushion in six
colours.
## Hallway benches
The hallway bench has a shelf for shoes at 18 cm. It is made from the same oak and oiled twice,
because wet shoes are hard on wood.
## Prices
A 120 cm bench costs £290, a 160 cm bench £360. A back adds £140. Benches are delivered together
with a [table](/dining-tables) at no extra cost.
""", product=("Oak bench 120 cm", "290.00")),
    Page("/shelves", "Oak shelves and bookcases to size | Harrow Oak",
         "Oak shelves and bookcases made to size from £120 a metre, with hidden brackets that "
         "carry 40 kg and boards up to 280 cm long.",
         "Oak shelves", """
Our shelves are made from solid oak boards, 28 mm thick, with a hidden steel bracket that carries
40 kg a metre on a brick wall. The bracket needs three screws and a spirit level; a drawing with
all measurements comes in the box.
## Bookcases
Bookcases are built without screws that show. Each shelf can be moved in steps of 32 mm. A
bookcase 90 cm wide and 200 cm high holds about 240 paperbacks and comes in two parts, so it fits
through narrow stairs.
## Alcoves
Alcoves in old houses are rarely square. Send us three widths, at the top, in the middle and at
the bottom, and we plane each shelf to fit.
## Prices
Shelves cost £120 a metre including brackets. A bookcase of 90 × 200 cm costs £780.
""", product=("Oak bookcase 90 x 200 cm", "780.00")),
    Page("/configurator", "Design your own oak table | Harrow Oak",
         "Choose size, legs and oil for your oak table, see the price at once and order a sample "
         "of the wood for £4.",
         "Design your own table", """
Choose a length, a width, a leg style and an oil, and you see the price at once. The drawing shows
how many people fit and how much room the chairs need.
## How to measure
Measure the room, take away 90 cm on every side where people sit, and you have the largest table
that works. Measure doors and stairs too: a top longer than 220 cm needs a straight way in.
## Leg styles
- Straight legs, 7 cm square, for the most room at the corners
- Tapered legs, which look lighter in a small room
- Trestles, which come off without tools for a move
- A steel frame, 5 mm thick, in black or white
## Wood samples
Three samples of oiled oak cost £4 and come by post in two days. The price is taken off your
order. Questions are answered in the [FAQ](/faq), and a finished design can be changed until we
cut the boards two weeks later.
"""),
    Page("/delivery", "Delivery in six weeks, assembled | Harrow Oak",
         "We deliver and assemble oak furniture in England and Wales within six weeks, free of "
         "charge from £500, and take the packaging away.",
         "Delivery and assembly", """
We make every piece after it is ordered and deliver it within six weeks. Two people bring it into
the room, put it together and take the packaging with them.
## Costs
Delivery in England and Wales is free from £500, and £45 below. Scotland costs £95. We do not
deliver to islands without a bridge or a ferry for vans.
## Choosing a day
One week before, you choose a day and a window of three hours. On the morning you get a message
with the hour. If you are not at home, a second visit costs £30.
## Returns
You can return standard sizes within thirty days for a full refund. Made-to-measure pieces can be
changed free of charge until the boards are cut, about two weeks after the order. See the
[FAQ](/faq) for details.
"""),
    Page("/care-guide", "How to care for oiled oak | Harrow Oak",
         "Wipe spills, oil once a year, sand out scratches: how to keep an oiled oak table good "
         "for decades, step by step.",
         "How to care for oiled oak", """
Oiled oak needs little care, and every mark can be repaired at home. This guide covers daily
cleaning, oiling once a year, and removing rings, scratches and burns.
## Every day
Wipe the table with a damp cloth and dry it with another. Use a mild soap once a week. Never leave
water standing, and put a mat under hot pans: oil protects against stains, not against heat.
## Once a year
Spread 20 ml of hard wax oil per square metre with a cotton cloth, wait ten minutes and wipe off
all that is left. The table can be used after eight hours. Lay the cloth out flat to dry, because
oily cloths can catch fire by themselves.
## Rings and scratches
Sand the spot along the grain with 180 grit paper, then with 240 grit, and oil it twice. Deep
scratches are part of the fifteen years of free [repairs](/).
"""),
    Page("/showroom", "Visit the showroom in Sheffield | Harrow Oak",
         "See twelve oak tables, try the benches and take samples home: our Sheffield showroom is "
         "open Thursday to Sunday.",
         "Visit the showroom", """
The showroom is on the ground floor of the workshop in Kelham Island, Sheffield. You can see
twelve tables, sit on every bench and watch boards being planed through the glass wall.
## Opening hours
- Thursday and Friday from 10 am to 6 pm
- Saturday from 9 am to 5 pm
- Sunday from 11 am to 4 pm
## Getting here
The tram stop Shalesmoor is four minutes away on foot. Two parking spaces in the yard are kept for
visitors; one of them is wide enough for a wheelchair, and there is no step at the door.
## Bring your measurements
Bring the size of the room and a photo. We draw the table on the floor with tape, so you can walk
around it before you order. Visits need no appointment, though Saturday mornings are busy.
"""),
    Page("/our-story", "A workshop in Sheffield since 2009 | Harrow Oak",
         "Harrow Oak began in 2009 with one workbench. Today nine joiners build furniture from "
         "oak of three forests in France and Wales.",
         "Our story", """
Harrow Oak began in 2009 with one workbench in a former cutlery works. Today nine joiners and two
apprentices build about 900 pieces a year in the same building.
## Oak from three forests
We buy oak from two forests in Burgundy and one in the Wye valley, all certified. The boards dry
in the open air for two years and in the kiln for six weeks, until they hold nine percent of
water. That is why our tops stay flat above a radiator.
## What we do not do
We use no veneer, no foam and no lacquer. A lacquered top looks perfect for three years and cannot
be repaired; an oiled one can be sanded for a century.
## Waste
Offcuts become [shelves](/shelves) and stools, shavings heat the workshop, and dust goes to a
mushroom farm in Barnsley.
"""),
    Page("/reviews", "What customers say about Harrow Oak tables",
         "Reviews of oak tables after one, five and ten years of daily use, good and bad, with "
         "the average rating of 412 orders.",
         "What customers say", """
We ask every customer after one year and again after five. The average of 412 answers is 4.7 out
of 5. We publish all of them; these are typical.
## After one year
"The table is exactly as wide as our kitchen allows, to the centimetre. The bench disappears under
it, and the room feels twice as large." A customer in Leeds, 140 cm extending table.

"It took seven weeks instead of six, but they called before I had to ask." A customer in Bristol,
180 cm table.
## After five years
"Two children, paint, glue, a hot pan. We sanded it on a Sunday afternoon and it looks new." A
customer in Manchester, 200 cm table.
## What went wrong
Thirty-one orders were late, most of them in the winter of 2022 when the kiln failed. Six tops had
to be made again because of a crack. We replaced each within four weeks at no charge.
"""),
    Page("/trade", "Oak tables for cafés and restaurants | Harrow Oak",
         "Hard-wearing oak tables and benches for cafés, restaurants and offices: from ten pieces, "
         "with a maintenance plan and a fixed price.",
         "For cafés and restaurants", """
Cafés and restaurants need tables that take a thousand wipes a month. We build them with a harder
oil, rounded corners and levelling feet, and keep the drawings, so a table can be added years
later in the same colour.
## Conditions
From ten pieces the price falls by twelve percent, from thirty by eighteen. Production takes eight
weeks. We deliver at night or before opening if needed.
## Maintenance plan
For £18 a table and year we come every spring, sand what needs it and oil everything. The place
stays open; each table is out of use for two hours.
## References
More than sixty cafés in the north of England use our tables, among them canteens, two libraries
and a brewery tap. Ask for the list when you visit the [showroom](/showroom).
"""),
    Page("/faq", "Questions about oak tables, answered | Harrow Oak",
         "How long does delivery take, how is oak oiled, can a table be repaired? Answers to the "
         "questions customers ask most.",
         "Questions and answers", """
These are the questions customers ask most often before they order an oak table, with short and
honest answers.
? How long does a made-to-measure oak table take?
= Six weeks on average. We start cutting two weeks after your order, and until then you can change
the size free of charge.
? What does a solid oak dining table cost?
= Between £640 for 120 cm and £1,980 for 320 cm, including oil, delivery and assembly in England
and Wales.
? Can scratches in an oiled oak table be repaired?
= Yes. Sand along the grain with 180 and 240 grit paper and oil the spot twice. Deep scratches are
repaired by us free of charge for fifteen years.
? Is oak suitable above underfloor heating?
= Yes, because our boards are dried to nine percent. Keep the floor below 27 degrees and the room
above forty percent humidity.
? Do you take old furniture away?
= Yes, for £25 a piece when we deliver. Usable furniture goes to a charity in Sheffield.
"""),
)  # fmt: skip

REPAIRED = StandInSite("harrow-repaired", "Harrow Oak", ABOUT, PAGES, (*_MENU, "/configurator",
                       "/showroom", "/our-story", "/reviews", "/trade"))  # fmt: skip

BROKEN: dict[str, dict[str, Any]] = {
    "/delivery": {"without_description": True},
    "/care-guide": {"without_json_ld": True},
    "/showroom": {"without_open_graph": True},
    "/benches": {"noindex": True},
    "/configurator": {"script_only": True},
    "/reviews": {"first_byte_s": 1.2},
}
_DEAD_LINK = "\nThe [old catalogue](/catalogue-2019) shows pieces we no longer make.\n"


def _broken(page: Page) -> Page:
    changed = replace(page, **BROKEN.get(page.path, {}))
    return replace(changed, body=page.body + _DEAD_LINK) if page.path == "/our-story" else changed


BROKEN_SITE = replace(
    REPAIRED,
    name="harrow-broken",
    pages=tuple(_broken(page) for page in PAGES),
    robots="User-agent: *\nAllow: /\n\nUser-agent: OAI-SearchBot\nDisallow: /\n",
)

CLOSED_SITE = replace(
    REPAIRED, name="harrow-closed", robots="User-agent: *\nDisallow: /care-guide\n"
)

_SHARED = "Solid oak furniture, made to measure in our own workshop in Sheffield and delivered."
DECENT = replace(
    REPAIRED,
    name="harrow",
    faq_markup=False,
    llms_txt=False,
    pages=tuple(
        replace(page, description=_SHARED) if page.path in ("/benches", "/shelves") else page
        for page in PAGES
    ),
)
