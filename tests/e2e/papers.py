"""What leaves the product on paper and by mail, as pictures: the digest and each page of a report.

Invariant: both come from the running product, the mail out of the folder in which a local product
keeps its mails.
"""

from __future__ import annotations

import asyncio
import io
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pypdfium2
from playwright.async_api import Browser

from tests.e2e.people import Customer
from tests.e2e.product import Product

LETTER_WIDTHS = {360: 740, 640: 900}
PAGE_WIDTH, PAGE_HEIGHT = 595, 842
TIMEOUT_S = 120.0
DIGEST_SAYS = "Choose how often this comes"


async def picture_digest(
    browser: Browser, product: Product, customer: Customer, name: Callable[[str], Path]
) -> None:
    """The customer's digest at two widths in both themes."""
    token = re.search(r"verify#([\w-]+)", await _mail(product, customer, "verify#", "plain"))
    assert token is not None
    body = {"token": token.group(1)}
    assert (await customer.http.post("/api/v1/auth/verify", json=body)).is_success
    assert (await customer.http.post("/api/v1/digest/test")).status_code == 202
    page = await browser.new_page()
    await page.set_content(await _mail(product, customer, DIGEST_SAYS, "html"))
    for width, height in LETTER_WIDTHS.items():
        await page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            await page.emulate_media(color_scheme=theme)
            await page.screenshot(path=name(f"digest-{width}-{theme}"), full_page=True)
    await page.close()


async def picture_report(customer: Customer, name: Callable[[str], Path]) -> None:
    """Every page of the customer's report, as PDF and as LibreOffice opens the Word document."""
    _picture_pages(await _report(customer, "pdf"), "report", name)
    if (office := shutil.which("soffice")) is None:
        sys.stdout.write("  no LibreOffice (libreoffice-writer-nogui), no pictures of Word pages\n")
        return
    pages = await asyncio.to_thread(_opened, office, await _report(customer, "docx"))
    _picture_pages(pages, "word", name)


def _opened(office: str, document: bytes) -> bytes:
    """The document as LibreOffice's PDF; AssertionError with what it said if it cannot."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "report.docx").write_bytes(document)
        profile = f"-env:UserInstallation={folder.as_uri()}/profile"
        said = subprocess.run(  # noqa: S603 - the office program and our own file
            [office, profile, "--headless", "--convert-to", "pdf", "report.docx"],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
        pages = folder / "report.pdf"
        assert pages.is_file(), said.stdout + said.stderr
        return pages.read_bytes()


async def _report(customer: Customer, kind: str) -> bytes:
    """The customer's report in a format, once it is made."""
    brand = (await customer.brands())[0]["id"]
    asked = await customer.http.post(f"/api/v1/brands/{brand}/reports", json={"format": kind})
    assert asked.status_code == 202, asked.text
    address = f"/api/v1/reports/{asked.json()['id']}/download"
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            file = await customer.http.get(address, follow_redirects=True)
            if file.is_success:
                return file.content
            await asyncio.sleep(0.5)


def _picture_pages(pdf: bytes, kind: str, name: Callable[[str], Path]) -> None:
    for number, page in enumerate(pypdfium2.PdfDocument(io.BytesIO(pdf)), start=1):
        bitmap = page.render(scale=2 * PAGE_WIDTH / page.get_width(), rev_byteorder=True)
        picture = _png(bytes(bitmap.buffer), bitmap.stride, bitmap.width, bitmap.height)
        name(f"{kind}{number:02}-{PAGE_WIDTH}-light").write_bytes(picture)


def _png(pixels: bytes, stride: int, width: int, height: int) -> bytes:
    """Lines of red, green and blue as a PNG."""
    rows = (b"\0" + pixels[y * stride : y * stride + 3 * width] for y in range(height))
    parts = {
        b"IHDR": struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0),
        b"IDAT": zlib.compress(b"".join(rows)),
        b"IEND": b"",
    }
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts.items()
    )


async def _mail(product: Product, customer: Customer, saying: str, kind: str) -> str:
    """A part of the newest mail to the customer that says so, once it is there."""
    email = (await customer.http.get("/api/user")).json()["email"]
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            for message in await asyncio.to_thread(_kept, product.state / "presence" / "outbox"):
                plain, body = message.get_body(("plain",)), message.get_body((kind,))
                assert plain is not None
                assert body is not None
                if message["To"] == email and saying in plain.get_content():
                    return str(body.get_content())
            await asyncio.sleep(0.2)


def _kept(folder: Path) -> list[EmailMessage]:
    files = sorted(folder.glob("*.eml"), key=lambda file: file.stat().st_mtime, reverse=True)
    return [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
