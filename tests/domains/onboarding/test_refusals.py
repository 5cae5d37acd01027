"""Every refusal of the completion call carries its sentence as `message` and as `error`."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.domains.onboarding.test_completion import BODY, FORM, PATH, document
from tests.factories.files import DOCX_TYPE, docx_file, empty_docx, with_part, zip_bomb
from tests.factories.people import sign_up

NAME = "Business name must be at least 2 characters"
URL = "Invalid URL format"
DESCRIPTION = "Please provide a detailed brand description (at least 10 characters)"
AUDIENCE = "Please describe your target audience"
NOT_DOCX = "Please select a valid DOCX file."
TOO_LARGE = "File is too large. Maximum size is 10MB."


def assert_refused(answer: httpx.Response, status: int, sentence: str) -> None:
    """One sentence, twice, and a code."""
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert (body["message"], body["error"]) == (sentence, sentence)
    assert body["code"]
    assert body["requestId"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"businessName": "H"}, NAME),
        ({"businessName": "   H   "}, NAME),
        ({"businessName": None}, NAME),
        ({"businessName": 7}, NAME),
        ({"businessName": "a" * 121}, "Business name must be at most 120 characters"),
        ({"businessDescription": "too short"}, DESCRIPTION),
        ({"businessDescription": "a" * 10_000},
         "Business description must be at most 5000 characters"),
        ({"targetAudience": "all"}, AUDIENCE),
        ({"targetAudience": "a" * 10_000}, "Target audience must be at most 1000 characters"),
        ({"websiteUrl": "not a url"}, URL),
        ({"websiteUrl": "ftp://example.com"}, URL),
        ({"websiteUrl": "https://user:pass@example.com"}, URL),
        ({"websiteUrl": "javascript:alert(1)"}, URL),
        ({"websiteUrl": "https://example.com/" + "a" * 10_000}, URL),
        ({"businessType": "Farming"},
         "Business type must be Technology, Healthcare, Real Estate, Remodeling or Other"),
        ({"language": "no language"}, "Language must be a language tag such as en or pt-BR"),
    ],
)  # fmt: skip
async def test_a_field_that_breaks_its_rule_is_named_with_its_sentence(
    client: httpx.AsyncClient, changes: dict[str, Any], sentence: str
) -> None:
    await sign_up(client)
    answer = await client.post(PATH, json={**BODY, **changes})
    assert_refused(answer, 422, sentence)
    assert [error["pointer"] for error in answer.json()["errors"]] == [f"/{next(iter(changes))}"]
    assert (await client.get(PATH)).json()["businessName"] is None


@pytest.mark.parametrize("blank", ["", "   ", None])
async def test_an_optional_field_may_be_left_empty(
    client: httpx.AsyncClient, blank: str | None
) -> None:
    await sign_up(client)
    empty = dict.fromkeys(("websiteUrl", "businessDescription", "targetAudience"), blank)
    answer = await client.post(PATH, json={**BODY, **empty})
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    "body", [b"{", b"[" * 100_000, b"[]", b'"text"', b"null", b'{"businessName": "\\ud800"}']
)
async def test_a_body_that_is_no_object_is_a_validation_error(
    client: httpx.AsyncClient, body: bytes
) -> None:
    await sign_up(client)
    answer = await client.post(PATH, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422, answer.text


@pytest.mark.parametrize(
    ("name", "kind", "data"),
    [
        ("brand.pdf", "application/pdf", b"%PDF-1.7 and so on"),
        ("brand.docx", DOCX_TYPE, b"%PDF-1.7 and so on"),
        ("brand.docx", DOCX_TYPE, b""),
        ("brand.docx", DOCX_TYPE, b"PK\x03\x04 but nothing that belongs to Word"),
        ("brand.doc", "application/msword", docx_file()),
        ("brand.txt", "", docx_file()),
    ],
    ids=["pdf", "renamed pdf", "empty file", "other zip", "old word", "no type, no extension"],
)
async def test_what_is_no_docx_is_refused(
    client: httpx.AsyncClient, name: str, kind: str, data: bytes
) -> None:
    await sign_up(client)
    answer = await client.post(
        PATH, data={**FORM, "wizardCompleted": "true"}, files={"brandDocument": (name, data, kind)}
    )
    assert_refused(answer, 415, NOT_DOCX)


async def test_a_docx_without_a_type_counts_by_its_extension(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    files = {"brandDocument": ("brand.DOCX", docx_file(), "application/octet-stream")}
    answer = await client.post(PATH, data={**FORM, "wizardCompleted": "true"}, files=files)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("size", [10 * 1024 * 1024 + 1, 11_000_000, 12 * 1024 * 1024])
async def test_a_file_over_ten_megabytes_is_too_large(client: httpx.AsyncClient, size: int) -> None:
    await sign_up(client)
    answer = await client.post(
        PATH, data={**FORM, "wizardCompleted": "true"}, files=document(b"PK\x03\x04" + bytes(size))
    )
    assert_refused(answer, 413, TOO_LARGE)


async def test_a_file_of_exactly_ten_megabytes_is_not_too_large(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    data = b"PK\x03\x04" + bytes(10 * 1024 * 1024 - 4)
    answer = await client.post(PATH, data={**FORM, "wizardCompleted": "true"}, files=document(data))
    assert_refused(answer, 415, NOT_DOCX)


@pytest.mark.parametrize(
    "data",
    [
        empty_docx(),
        zip_bomb(),
        docx_file()[:-200],
        with_part(docx_file(), "word/document.xml", b"<"),
    ],
    ids=["no text", "zip bomb", "cut short", "broken xml"],
)
async def test_a_document_that_cannot_be_read_is_refused_with_its_reason(
    client: httpx.AsyncClient, data: bytes
) -> None:
    await sign_up(client)
    answer = await client.post(PATH, data={**FORM, "wizardCompleted": "true"}, files=document(data))
    assert answer.status_code in (415, 422), answer.text
    assert answer.json()["message"].endswith(".")
    assert (await client.get(PATH)).json()["wizardCompleted"] is False


async def test_the_document_path_needs_a_document(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    sentence = "Please upload a DOCX file or choose a different option"
    fields = {**FORM, "wizardCompleted": "true"}
    answer = await client.post(PATH, files={key: (None, value) for key, value in fields.items()})
    assert_refused(answer, 422, sentence)


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("multipart/form-data", b"no boundary"),
        ("multipart/form-data; boundary=x", b"not a form"),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
        ),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\nno name\r\n--x--\r\n"),
        ("multipart/form-data; boundary=" + "x" * 5_000, b"--x"),
    ],
    ids=["no boundary", "no form", "cut off", "no name", "long boundary"],
)
async def test_a_broken_form_is_a_validation_error(
    client: httpx.AsyncClient, kind: str, content: bytes
) -> None:
    await sign_up(client)
    answer = await client.post(PATH, content=content, headers={"Content-Type": kind})
    assert answer.status_code == 422, answer.text


async def test_text_booleans_of_the_form_are_understood(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    fields = {**FORM, "wizardCompleted": "false"}
    answer = await client.post(PATH, files={key: (None, value) for key, value in fields.items()})
    assert answer.status_code == 200, answer.text
    assert answer.json()["wizardCompleted"] is False


async def test_a_form_text_of_ten_thousand_characters_is_named_with_its_limit(
    client: httpx.AsyncClient,
) -> None:
    await sign_up(client)
    fields = {**FORM, "businessDescription": "é" * 10_000, "wizardCompleted": "true"}
    answer = await client.post(PATH, data=fields, files=document())
    assert_refused(answer, 422, "Business description must be at most 5000 characters")
