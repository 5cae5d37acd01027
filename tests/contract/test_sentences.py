"""The specification's sentences, word for word, in the catalogue of the side that says them.

A sentence may be changed only by changing the specification and this list.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.architecture.tree import PACKAGE, ROOT

SERVER = (
    "The email or password you entered is incorrect",
    "This email address is already registered",
    "Password must be at least 8 characters",
    "Invalid email address",
    "First name must be at least 2 characters",
    "Last name must be at least 2 characters",
    "Business name must be at least 2 characters",
    "Invalid URL format",
    "Please select a valid DOCX file.",
)
WEB = (
    "Optimize Your Brand's AI Presence",
    "Processing Your Subscription",
    "404 - Page Not Found",
    "Return Home",
    "Sign in with Google",
    "Signing in...",
    "Or continue with",
    "Logging in...",
    "Creating account...",
    "Invalid email or password",
    "Incorrect email or password",
    "This email is already registered",
    "This email address is already registered",
    "What's your brand name?",
    "Tell us about your brand",
    "Share your brand information",
    "Who's your target audience?",
    "I have a website",
    "Upload brand document",
    "Skip for now",
    "Analyze my brand",
    "Please enter your brand name",
    "Please provide a detailed brand description (at least 10 characters)",
    "Please enter your website URL",
    "Please enter a valid URL",
    "Please upload a DOCX file or choose a different option",
    "Please describe your target audience",
    "Please select a valid DOCX file.",
    "Please select a DOCX file only.",
    "Your brand profile has been saved! Welcome to AI visibility optimization.",
    "Failed to create brand profile",
    "Failed to save brand information",
    "An unexpected error occurred",
    "useAuth must be used within an AuthProvider",
    "Logging out...",
    "My Brands",
    "Free Plan",
    "Create new brand",
    "Document-based analysis",
    "Auto-analyzed monthly",
    "Upgrade for weekly analysis",
    "Brand information provided via document upload",
)


def _all_text(folder: Path, *suffixes: str) -> str:
    files = (
        p for p in sorted(folder.rglob("*")) if p.suffix in suffixes and ".test." not in p.name
    )
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


@pytest.fixture(scope="module")
def server_text() -> str:
    """Everything the back end can say."""
    return _all_text(PACKAGE, ".py")


@pytest.fixture(scope="module")
def web_text() -> str:
    """Everything the customer app can say."""
    return _all_text(ROOT / "web" / "src", ".ts", ".tsx")


@pytest.mark.parametrize("sentence", SERVER)
def test_the_server_says_it_word_for_word(sentence: str, server_text: str) -> None:
    assert f'"{sentence}"' in server_text


@pytest.mark.parametrize("sentence", WEB)
def test_the_web_app_says_it_word_for_word(sentence: str, web_text: str) -> None:
    assert sentence in web_text


def test_a_changed_sentence_would_be_noticed(web_text: str) -> None:
    assert "What is your brand name?" not in web_text
