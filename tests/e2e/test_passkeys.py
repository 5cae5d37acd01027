"""Passkeys in the browser, with Chromium's virtual authenticator in place of a device."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import CDPSession, Page, expect

from tests.e2e.accessibility import NARROW, violations
from tests.e2e.journeys import PASSWORD, register

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]

# A browser that suggests no passkeys in fields: whoever has one presses the button.
NO_SUGGESTIONS = "PublicKeyCredential.isConditionalMediationAvailable = async () => false"


@dataclass
class Device:
    """The browser's authenticator; it answers as soon as it is asked while it is `present`."""

    cdp: CDPSession
    id: str

    async def present(self, enabled: bool) -> None:
        """Whether somebody is there to confirm."""
        await self.cdp.send(
            "WebAuthn.setAutomaticPresenceSimulation",
            {"authenticatorId": self.id, "enabled": enabled},
        )

    async def verifies(self, verified: bool) -> None:
        """Whether the finger is the right one."""
        await self.cdp.send(
            "WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": verified}
        )


@pytest_asyncio.fixture
async def device(page: Page) -> AsyncIterator[Device]:
    """A device that is there and verifies its person."""
    cdp = await page.context.new_cdp_session(page)
    await cdp.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    added = await cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    yield Device(cdp, added["authenticatorId"])


async def add_passkey(page: Page, name: str = "My laptop") -> None:
    """Add one on the account screen; ends with the recovery codes put away."""
    await page.goto("/dashboard/settings/security")
    await page.get_by_role("button", name="Add a passkey").click()
    await page.get_by_label("Name", exact=True).fill(name)
    await page.get_by_label("Current password").fill(PASSWORD)
    await page.get_by_role("button", name="Add a passkey").click()
    await expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    await page.get_by_role("button", name="I have saved them").click()
    await expect(page.get_by_role("button", name=f"Remove {name}")).to_be_visible()


async def leave(page: Page) -> None:
    await page.context.clear_cookies()


async def half_way(page: Page, email: str) -> None:
    await page.goto("/auth?action=login")
    await page.get_by_label("Email").fill(email)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Login", exact=True).click()
    await expect(page.get_by_role("heading", name="Two-step sign-in")).to_be_visible()


async def test_a_passkey_is_added_and_signs_in_alone(page: Page, device: Device) -> None:
    await register(page)
    await add_passkey(page)
    await leave(page)
    await page.add_init_script(NO_SUGGESTIONS)
    await page.goto("/auth")
    await page.get_by_role("button", name="Sign in with a passkey").click()
    await page.wait_for_url("**/onboarding")


async def test_a_passkey_is_offered_in_the_field_of_the_email(page: Page, device: Device) -> None:
    """The authenticator answers for whoever picks the suggestion."""
    await register(page)
    await add_passkey(page)
    await leave(page)
    await page.goto("/auth")
    await page.wait_for_url("**/onboarding")


async def test_a_password_is_followed_by_the_passkey(page: Page, device: Device) -> None:
    email = await register(page)
    await add_passkey(page)
    await leave(page)
    await device.present(False)
    await half_way(page, email)
    await expect(page.get_by_label("Recovery code")).to_be_visible()
    assert await violations(page) == []
    await device.present(True)
    await page.get_by_role("button", name="Use a passkey").click()
    await page.wait_for_url("**/onboarding")


async def test_the_wrong_finger_says_so_and_changes_nothing(page: Page, device: Device) -> None:
    email = await register(page)
    await add_passkey(page)
    await leave(page)
    await device.verifies(False)
    await half_way(page, email)
    await page.get_by_role("button", name="Use a passkey").click()
    await expect(page.get_by_role("alert")).to_contain_text("Your browser ended this")
    assert await violations(page) == []


async def test_the_same_device_is_not_added_twice(page: Page, device: Device) -> None:
    await register(page)
    await add_passkey(page)
    await page.get_by_role("button", name="Add a passkey").click()
    await page.get_by_role("button", name="Use a passkey").click()
    await expect(page.get_by_role("alert")).to_contain_text("has a passkey for your account")


async def test_a_passkey_is_renamed_and_removed(page: Page, device: Device) -> None:
    await register(page)
    await add_passkey(page)
    await page.get_by_role("button", name="Rename My laptop").click()
    await page.get_by_label("Name", exact=True).fill("Old laptop")
    await page.get_by_role("button", name="Rename", exact=True).click()
    await page.get_by_role("button", name="Remove Old laptop").click()
    await expect(page.get_by_text("It is your only second step")).to_be_visible()
    assert await violations(page) == []
    await page.get_by_label("Current password").fill(PASSWORD)
    await page.get_by_role("button", name="Use a passkey").click()
    await expect(page.get_by_text("You have none yet.")).to_be_visible()
    await expect(page.get_by_role("button", name="Remove Old laptop")).to_have_count(0)


@pytest.mark.parametrize("width", [*NARROW, 1440])
async def test_passkeys_fit_and_are_accessible(page: Page, device: Device, width: int) -> None:
    await register(page)
    await add_passkey(page, "The laptop on the desk in the study, with the long name")
    await page.set_viewport_size({"width": width, "height": 900})
    await page.get_by_role("button", name="Add a passkey").click()
    assert await violations(page) == []
    sideways = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert await page.evaluate(sideways) == 0
