"""Two other companies: bookkeeping software of another trade, and a competitor of Harrow Oak.

Invariant: each has weaknesses of its own, and their words overlap with Harrow Oak's only where
the trade is the same.
"""

from __future__ import annotations

from presence_standins.sites.model import Page, StandInSite

LEDGERLY = StandInSite(
    "ledgerly", "Ledgerly",
    "Ledgerly is bookkeeping software for cafés and small restaurants.",
    (
        Page("/", "Ledgerly: bookkeeping for cafés",
             "Bookkeeping software for cafés and small restaurants: tills, suppliers and VAT in "
             "one place, ready for your accountant.",
             "Bookkeeping that closes with the café", """
Ledgerly is bookkeeping software for cafés and small restaurants. It reads the till at closing
time, matches supplier invoices with the bank and prepares the VAT return while you wipe the
tables.
## Ten minutes a day
Owners spend six hours a week on paper. With Ledgerly it is ten minutes a day: photograph the
invoices, confirm what the software suggests, done. Nothing has to be typed twice.
## Made for food
Ledgerly knows that milk is zero rated and cake to eat in is not. It splits every receipt by VAT
rate, tracks tips apart from turnover and warns when the cost of beans rises above your margin.
## Start today
The [price](/pricing) is £19 a month. Read [how it works](/how-it-works), see which
[tills](/tills) are supported, or ask in the [help centre](/help).
"""),
        Page("/pricing", "Prices | Ledgerly",
             "One price: £19 a month for a café, £12 for each further shop, no set-up fee and no "
             "contract.",
             "One price for a café", """
Ledgerly costs £19 a month for the first café and £12 for each further one. There is no set-up
fee, no contract and no charge for your accountant's access.
## What is included
- Unlimited invoices and bank lines
- VAT returns sent straight to HMRC
- Payroll for up to eight people
- Support by phone from 7 am, because cafés open early
## What is not included
Card terminals, tills and legal advice are not part of Ledgerly. Payroll above eight people costs
£3 a person and month.
## Trying it
The first thirty days are free and need no card. If you leave, you take every invoice with you as
PDF and every booking as CSV. The answers to common questions are in the [help centre](/help).
"""),
        Page("/how-it-works", "How it works | Ledgerly",
             "From the till to the VAT return in four steps: connect, photograph, confirm, send.",
             "From the till to the VAT return", """
Ledgerly works in four steps, and the first two happen by themselves.
## Connect
Connect the till and the bank once. Sales arrive every night by VAT rate, card payments are
matched with the payout of the terminal two days later, and fees are booked apart.
## Photograph
Photograph supplier invoices with the phone. Ledgerly reads the supplier, the date, the amounts
and the VAT, and remembers how you booked that supplier last time.
## Confirm
In the morning you confirm what the software suggests. A wrong suggestion is corrected once and
stays correct. Doubtful lines wait in a list instead of being guessed.
## Send
At the end of the quarter you see the VAT return with every figure linked to its receipts, and
send it with one button. Your accountant sees the same books.
""", without_json_ld=True, without_open_graph=True),
        Page("/tills", "Supported tills | Ledgerly",
             "Ledgerly reads fourteen tills every night, splits tips from turnover and books card "
             "fees apart.",
             "Supported tills", """
Ledgerly reads fourteen tills and payment terminals directly. Every night at three it fetches the
closing report, checks that cash, card and vouchers add up to the total, and shows the difference
if they do not.
## When a till is not supported
Every till can send its closing report by e-mail. Ledgerly gives you an address; forward the
report there and it is booked like the others. This takes one setting and works with tills from
1998.
## Cash
Count the drawer, type one number, and the difference is booked. Small differences are normal;
Ledgerly warns when they grow for five days in a row.
## Tips
Tips paid by card are kept apart from turnover and shared by hours worked, as the law asks since
2024. The report for the team can be printed.
""", without_json_ld=True, without_description=True),
        Page("/help", "Help centre | Ledgerly",
             "Short answers about VAT on take-away, moving from spreadsheets and giving an "
             "accountant access.",
             "Help centre", """
Short answers to what café owners ask. If yours is not here, call us from seven in the morning.
? Can I move from a spreadsheet in the middle of the year?
= Yes. Upload the sheet, and Ledgerly books the months before as monthly totals, which is enough
for HMRC.
? How does Ledgerly treat VAT on take-away?
= Cold take-away food is zero rated, hot food and everything eaten in is at the standard rate. The
till decides, Ledgerly checks.
? Can my accountant work in Ledgerly?
= Yes, free of charge. Accountants see every booking with its receipt and can correct it; you see
what was changed.
? Where is my data?
= In two data centres in London and Cardiff, encrypted, with a copy every hour.
"""),
    ),
    ("/", "/pricing", "/how-it-works", "/tills", "/help"),
    llms_txt=False, faq_markup=False,
)  # fmt: skip

MARLOW = StandInSite(
    "marlow", "Marlow Tables",
    "Marlow Tables sells extending dining tables online and delivers in a week.",
    (
        Page("/", "Marlow Tables: extending tables in a week",
             "Extending dining tables in oak, ash and walnut, in stock and delivered within a "
             "week, from £390.",
             "Extending tables, delivered in a week", """
Marlow Tables sells extending dining tables from stock. Order until noon, choose a day, and the
table arrives within a week, ready to use.
## Best extending tables for small spaces
The Cove table grows from 80 to 140 cm and weighs 24 kg, so one person can move it. It is our best
table for small flats and seats two every day and six when guests come.
## In stock
We keep nine tables in three woods. There is no made-to-measure, which is why we are fast and why
prices start at £390.
## Compare before you buy
Our [comparison](/compare-tables) shows solid wood, veneer and laminate side by side. The [buying
guide](/buying-guide) explains how much room you need. See [delivery](/delivery) for days and
costs.
"""),
        Page("/compare-tables", "Solid wood, veneer or laminate? | Marlow Tables",
             "Solid wood, veneer and laminate tables compared by price, weight, care and how long "
             "they last.",
             "Solid wood, veneer or laminate?", """
Solid wood can be sanded and lasts for generations, but it is heavy and costs most. Veneer looks
the same, weighs a third less and can be sanded once. Laminate is the cheapest, never needs oil
and cannot be repaired.
## Price
A 160 cm table costs about £900 in solid oak, £560 in oak veneer and £290 in laminate. Extending
mechanisms add £150 in every material.
## Care
Oiled oak wants oil once a year. Veneer and laminate are wiped with a damp cloth. Children's paint
comes off laminate best.
## Which should you choose?
Choose solid wood if you plan to keep the table for more than ten years, veneer if you move often,
and laminate for a rented flat or a busy kitchen.
"""),
        Page("/buying-guide", "How to choose a dining table | Marlow Tables",
             "How much room a dining table needs, which shape fits which room, and how high it "
             "should be.",
             "How to choose a dining table", """
Start with the room, not with the table. Leave 90 cm between the table and the wall where people
sit, and 60 cm where they only pass.
## Shapes
Round tables suit square rooms and seat odd numbers well. Rectangular tables use narrow rooms
best. Oval tables have no corners to bump into and seat two more than they look.
## Height
Most tables are 75 cm high. Chairs should be 45 cm, which leaves 30 cm for legs. Benches are often
a little lower.
## Weight
A table that is moved every day should weigh less than 30 kg. Our [comparison](/compare-tables)
lists the weight of every material.
"""),
        Page("/delivery", "Delivery within a week | Marlow Tables",
             "Tables in stock are delivered within seven days, to the room of your choice, for a "
             "flat £39.",
             "Delivery within a week", """
Every table we show is in stock in Reading. Order until noon and it leaves the same day. Delivery
costs a flat £39 in Great Britain, to the room of your choice.
## Days
We deliver from Monday to Saturday, between 8 am and 8 pm, in a window of two hours that you
choose. A message arrives when the van is four stops away.
## Returns
You have sixty days to return a table, used or not. We collect it for £39 and refund the price
within five days. Nine of a hundred tables come back, most of them because the room was smaller
than thought.
""", without_open_graph=True),
    ),
    ("/", "/compare-tables", "/buying-guide", "/delivery"),
)  # fmt: skip
