"""A one-page PDF of an invoice, written by hand: enough for a download to be a PDF."""

from __future__ import annotations

from presence_standins.stripe.account import Resource
from presence_standins.stripe.pages import day, money


def pdf(invoice: Resource) -> bytes:
    """Number, date, lines and total on one page."""
    lines = [
        "Stand-in for Stripe: not a real invoice",
        f"Invoice {invoice['number']}  {day(invoice['created'])}  {invoice['status']}",
        *(
            f"{line['description']}  {money(line['amount'], line['currency'])}"
            for line in invoice["lines"]["data"]
        ),
        f"Amount due  {money(invoice['amount_due'], invoice['currency'])}",
    ]
    shown = "".join(f"({_plain(line)}) Tj T* " for line in lines)
    content = f"BT /F1 12 Tf 20 TL 60 760 Td {shown}ET".encode("latin-1")
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    return _file(objects)


def _plain(text: str) -> str:
    kept = text.encode("latin-1", "replace").decode("latin-1")
    return kept.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _file(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj%s endobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer<</Size %d/Root 1 0 R>>startxref\n%d\n%%%%EOF" % (len(objects) + 1, start)
    return bytes(out)
