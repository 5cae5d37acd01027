"""Every other state is for everybody, addresses hold, trouble loses nothing: `make screens`.

Some minutes of browsing, and so no part of `make test`, whose test_every_screen.py judges the main
states. Invariant: what a test presses is undone by loading the next address.
"""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.async_api import Browser, Page, TimeoutError, expect

from tests.e2e.accessibility import settle, sideways, violations
from tests.e2e.people import signed_up
from tests.e2e.product import Product
from tests.e2e.screens import SECTIONS, STATES, show
from tests.e2e.staging import Enter, tab_of
from tests.e2e.trouble import FORMS, TROUBLES, Form, now_and_then_failing
from tests.e2e.views import STEPS, Step, at_rest, expect_seen

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]  # the stage is set within the first test


@pytest.mark.parametrize("state", STATES)
async def test_every_other_state_is_for_everybody(enter: Enter, state: str) -> None:
    who, wanted = STATES[state]
    async with tab_of(enter, who) as page:
        await show(page, wanted)
        assert await violations(page, wanted.part, standing=wanted.hangs) == []


@pytest.mark.parametrize("step", STEPS)
async def test_back_forward_and_a_copied_address_show_the_view_again(oak: Page, step: str) -> None:
    wanted: Step = STEPS[step]
    await oak.goto("about:blank")
    await oak.goto(wanted.path)
    before = await at_rest(oak)
    started = oak.url
    await wanted.act(oak)
    await oak.wait_for_url(lambda address: address != started)
    after = await at_rest(oak, unlike=before)
    copied = oak.url
    await oak.go_back()
    await expect_seen(oak, before)
    await oak.go_forward()
    await expect_seen(oak, after)
    await oak.goto("about:blank")
    await oak.goto(copied)
    await expect_seen(oak, after)


@pytest.mark.parametrize("form", FORMS)
async def test_trouble_says_what_it_is_and_loses_nothing_typed(enter: Enter, form: str) -> None:
    wanted: Form = FORMS[form]
    async with tab_of(enter, "oak") as page:
        await page.goto(wanted.path)
        await settle(page)
        field = await wanted.fill(page)
        for trouble in TROUBLES:
            async with trouble.on(page):
                await wanted.send(page)
                await expect(page.get_by_text(trouble.says).first).to_be_visible()
                await expect(field).to_have_value(wanted.text)


async def test_a_slow_line_that_now_and_then_fails_still_leads_everywhere(enter: Enter) -> None:
    async with tab_of(enter, "oak") as page, now_and_then_failing(page) as failed:
        for path in list(SECTIONS.values()) * 2:
            await page.goto(path)
            await settle(page)
            again = page.get_by_role("button", name=re.compile("^(Retry|Try again)$"))
            while await again.count():
                with suppress(TimeoutError):  # a button that was pressed by nobody may have gone
                    await again.first.click(timeout=2_000)
                await settle(page)
            await expect(page.get_by_role("heading", level=1)).to_be_visible()
            if failed.count > 2:
                break
    assert failed.count > 2


async def test_nothing_moves_for_whoever_wants_no_motion(oak: Page) -> None:
    moving = "() => document.getAnimations().filter(a => a.effect.getTiming().duration > 20).length"
    await oak.goto("/dashboard")
    await settle(oak)
    await oak.get_by_role("button", name="Content AI Visibility: ").click()
    await expect(oak.get_by_role("dialog")).to_be_visible()
    assert await oak.evaluate(moving) == 0


async def test_words_from_right_to_left_leave_the_layout_whole(
    browser: Browser, product: Product
) -> None:
    async with signed_up(product) as customer:
        assert (await customer.analyse(None, name="بيت البلوط للأثاث الخشبي المصنوع")).is_success
        await customer.summary_after_run(within_s=60)
        profile = await browser.new_context(base_url=product.url, reduced_motion="reduce")
        await customer.enter(profile)
        page = await profile.new_page()
        for path in ("/dashboard", SECTIONS["brands"], SECTIONS["settings"], SECTIONS["analytics"]):
            await page.goto(path)
            assert await sideways(page) == {}
        await profile.close()
