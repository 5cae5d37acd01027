"""Names, surfaces and the factory: who is asked, over what, and with which client."""

from __future__ import annotations

import subprocess
import sys

import pytest

from presence.adapters.assistants import Assistants, spec_of
from presence.adapters.assistants.location import country_of, language_of
from presence.analysis.ports import EngineAccess


@pytest.mark.parametrize(
    ("engine", "name", "provider"),
    [
        ("chatgpt", "ChatGPT", "OpenAI"),
        ("perplexity", "Perplexity", "Perplexity"),
        ("gemini", "Gemini", "Google"),
        ("claude", "Claude", "Anthropic"),
    ],
)
def test_an_assistant_with_search_is_named_as_people_know_it(
    engine: str, name: str, provider: str
) -> None:
    spec = spec_of(EngineAccess(engine, "m", "k"))
    assert (spec.id, spec.name, spec.provider, spec.model) == (engine, name, provider, "m")
    assert (spec.surface, spec.basis) == ("API with web search", "assistants")


@pytest.mark.parametrize(
    ("base_url", "surface"),
    [
        ("", "local model"),
        ("http://localhost:11434/v1", "local model"),
        ("http://127.0.0.1:8080", "local model"),
        ("http://[::1]:8080/v1", "local model"),
        ("http://192.168.1.20/v1", "local model"),
        ("http://10.0.0.3:8000/v1", "local model"),
        ("http://vllm:8000/v1", "local model"),
        ("http://gpu.internal/v1", "local model"),
        ("https://api.example.com/v1", "API"),
        ("https://93.184.216.34/v1", "API"),
    ],
)
def test_a_compatible_server_is_local_when_its_address_is(base_url: str, surface: str) -> None:
    assert spec_of(EngineAccess("compatible", "m", "", base_url)).surface == surface


def test_an_unknown_engine_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no engine 'copilot'"):
        Assistants()(EngineAccess("copilot", "m", "k"))


def test_equal_accesses_share_an_engine_and_others_do_not() -> None:
    made = Assistants()
    first = EngineAccess("claude", "m", "key-one")
    assert made(first) is made(EngineAccess("claude", "m", "key-one"))
    assert made(first) is not made(EngineAccess("claude", "m", "key-two"))


@pytest.mark.parametrize(
    ("locale", "country", "language"),
    [
        ("en-US", "US", "en"),
        ("de_ch", "CH", "de"),
        ("zh-Hant-TW", "TW", "zh"),
        ("fr", "", "fr"),
        ("es-419", "", "es"),
        ("", "", ""),
    ],
)
def test_a_locale_names_a_country_only_where_it_does(
    locale: str, country: str, language: str
) -> None:
    assert (country_of(locale), language_of(locale)) == (country, language)


def test_no_sdk_is_imported_before_it_is_needed() -> None:
    script = (
        "import sys; from presence.adapters.assistants import Assistants; Assistants();"
        "print(sorted({'openai', 'anthropic', 'google.genai'} & set(sys.modules)))"
    )
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
