"""Every screen of the customer's app and every state it has, as addresses and presses.

Pictures, accessibility and comparisons walk these lists: a screen or state that is not here is
looked at by nobody. Invariant: test_every_screen.py compares them with the app's addresses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.async_api import Page

from tests.e2e import network
from tests.e2e.accessibility import settle
from tests.e2e.network import BUSY, CLOSED, DATA, FAILED, OVERTAKEN, Act, answer, changed

# A press may only ask for what it shows: its first answer.
AFTER_PRESS_MS = 250
DIALOG = "[role=dialog]"
TABS = ("overview", "prompts", "competitors", "sources", "answers")
PARTS = (
    "assistants", "notifications", "integrations", "api", "security", "data", "workspace",
)  # fmt: skip
SECTIONS = {
    "dashboard": "/dashboard",
    "homepage": "/dashboard/homepage",
    "gaps": "/dashboard/ai-visibility-gaps",
    "content-gaps": "/dashboard/ai-visibility-gaps/content",
    "technical-gaps": "/dashboard/ai-visibility-gaps/technical",
    "recommendations": "/dashboard/recommendations",
    "questions": "/dashboard/questions",
    "experiments": "/dashboard/experiments",
    "analytics": "/dashboard/analytics",
    **{f"analytics-{tab}": f"/dashboard/analytics?tab={tab}" for tab in TABS[1:]},
    "traffic": "/dashboard/traffic",
    "traffic-people": "/dashboard/traffic?tab=people",
    "traffic-reports": "/dashboard/traffic?tab=reports",
    "traffic-funnel": "/dashboard/traffic?tab=funnel",
    "traffic-logs": "/dashboard/traffic?tab=logs",
    "trends": "/dashboard/trends",
    "materials": "/dashboard/brand-materials",
    "add-material": "/dashboard/brand-materials/add",
    "brands": "/dashboard/my-brands",
    "add-brand": "/dashboard/my-brands/add",
    "settings": "/dashboard/settings",
    **{f"settings-{part}": f"/dashboard/settings/{part}" for part in PARTS},
    "users": "/dashboard/settings/users",
    "subscription": "/dashboard/settings/subscription",
    "pricing": "/pricing",
}
PUBLIC = {
    "login": "/auth?action=login",
    "register": "/auth?action=register",
    "prices": "/pricing",
    "terms": "/legal/terms",
    "privacy": "/legal/privacy",
    "method": "/method",
    "not-found": "/nowhere",
}


@dataclass(frozen=True)
class State:
    """One state of a screen.

    `before` arranges the network, `act` is what is pressed once the screen stands, `opens` is the
    selector of what must appear then; `part` is that of what a menu leaves readable; a state that
    `hangs` never settles.
    """

    name: str
    path: str
    act: Act | None = None
    before: Act | None = None
    opens: str | None = None
    part: str | None = None
    hangs: bool = False


def press(role: str, name: str | re.Pattern[str], *more: tuple[str, str | re.Pattern[str]]) -> Act:
    """Press things one after the other, each by its role and name."""

    async def act(page: Page) -> None:
        for each_role, each_name in ((role, name), *more):
            found = page.get_by_role(each_role, name=each_name)  # type: ignore[arg-type]  # roles by name
            await found.first.click()

    return act


def press_under(heading: str, role: str, name: str) -> Act:
    """Press something of the card under a heading."""

    async def act(page: Page) -> None:
        title = page.get_by_role("heading", name=heading)
        card = page.locator("section").filter(has=title)
        await card.get_by_role(role, name=name).click()  # type: ignore[arg-type]  # roles by name

    return act


def key(keys: str) -> Act:
    """Press keys."""

    async def act(page: Page) -> None:
        await page.keyboard.press(keys)

    return act


def fill(label: str, text: str) -> Act:
    """Type into a field."""

    async def act(page: Page) -> None:
        await page.get_by_label(label).last.fill(text)

    return act


def then(*acts: Act) -> Act:
    """One after the other."""

    async def act(page: Page) -> None:
        for each in acts:
            await each(page)

    return act


async def _closed(page: Page) -> None:
    """The service closes for work under a page that stands."""
    await answer("**/api/**", 503, CLOSED)(page)
    await page.get_by_role("link", name="Trends").first.click()


MENU = "[data-radix-popper-content-wrapper]"
_GAPS = SECTIONS["content-gaps"]
_ISSUES = SECTIONS["technical-gaps"]
_ACTIONS = re.compile("^Actions")
_USER = re.compile("/api/user$")
_BRANDS = re.compile(r"/api/v1/brands(\?|$)")
_SUMMARY = re.compile("/api/v1/brands/[^/]+/summary")
_FAILING = {
    name: SECTIONS[name]
    for name in (
        "dashboard",
        "homepage",
        "gaps",
        "content-gaps",
        "technical-gaps",
        "analytics",
        "traffic",
        "trends",
        "materials",
    )
}

OF_VISITOR = (
    State("forgot", "/auth?action=forgot"),
    State("google-error", "/auth?error=google_denied"),
    State("login-errors", "/auth?action=login", press("button", "Login")),
    State("register-errors", "/auth?action=register", press("button", "Create Account")),
    State("reset-without-link", "/auth?action=reset"),
    State("invitation-without-link", "/auth?action=invite"),
    State("ended-link", "/share/none"),
)
OF_NEWCOMER = (
    State("onboarding", "/onboarding"),
    State("finish-setup", "/dashboard"),
    *(State(f"empty-{name}", SECTIONS[name]) for name in ("gaps", "analytics", "brands")),
)
_LOCKED = ("dashboard", "homepage", "content-gaps", "technical-gaps", "analytics", "trends")
OF_FREE = (
    *(State(f"locked-{name}", SECTIONS[name]) for name in _LOCKED),
    State("no-traffic", SECTIONS["traffic"]),
)
OF_PARTIAL = tuple(
    State(f"partial-{name}", SECTIONS[name])
    for name in ("dashboard", "homepage", "gaps", "technical-gaps")
)
OF_SUBSCRIBER = (
    State("evidence-content", "/dashboard?evidence=content", opens=DIALOG),
    State("evidence-technical", "/dashboard?evidence=technical", opens=DIALOG),
    State("evidence-fit", "/dashboard?evidence=audienceFit", opens=DIALOG),
    State(
        "answer", SECTIONS["analytics-answers"],
        press("button", re.compile("^What is Harrow")), opens=DIALOG,
    ),
    State("palette", "/dashboard", key("Control+k"), opens=DIALOG),
    State("keyboard-help", "/dashboard", key("?"), opens=DIALOG),
    State("notifications", "/dashboard", key("n")),
    State("plan", "/dashboard", press("button", "Current plan"), part=MENU),
    State("avatar", "/dashboard", press("button", "Account menu"), part=MENU),
    State("switcher", "/dashboard", press("button", "Switch brand"), part=MENU),
    State("support", "/dashboard", press("button", "Support"), opens=DIALOG),
    State("report", "/dashboard", press("button", "Get Report"), opens=DIALOG),
    State("estimate", "/dashboard", press("button", "Analyze now"), opens=DIALOG),
    State(
        "trend-table", "/dashboard",
        press_under("Overall visibility over time", "button", "Show as table"),
    ),
    State("share", SECTIONS["analytics"], press("button", "Share"), opens=DIALOG),
    State(
        "export", SECTIONS["analytics"],
        press("button", "Share", ("tab", "Export")), opens=DIALOG,
    ),
    State("note", SECTIONS["analytics"], press("button", "Add note"), opens=DIALOG),
    State("filter", SECTIONS["analytics"], press("button", "Filter"), part=MENU),
    State("chart-table", SECTIONS["analytics"], press("button", "Show as table")),
    State(
        "prompt", SECTIONS["analytics-prompts"],
        press("button", re.compile("^Open “")), opens=DIALOG,
    ),
    State(
        "add-prompt", SECTIONS["analytics-prompts"],
        press("button", "Add question"), opens=DIALOG,
    ),
    State(
        "import-prompts", SECTIONS["analytics-prompts"],
        press("button", "Import CSV"), opens=DIALOG,
    ),
    State(
        "add-competitor", SECTIONS["analytics-competitors"],
        press("button", "Add competitor"), opens=DIALOG,
    ),
    State("source-pages", SECTIONS["analytics-sources"], press("radio", "Pages")),
    State("gap", _GAPS, press("button", "Details and evidence"), opens=DIALOG),
    State("decide", _GAPS, press("button", re.compile("^Open. Decide")), part=MENU),
    State("finding", _ISSUES, press("button", "Details and fix"), opens=DIALOG),
    State("by-page", _ISSUES, press("radio", "By page")),
    State("what-if", "/dashboard/homepage?whatif=1", opens=DIALOG),
    State("no-gap-fits", f"{_GAPS}?q=zzzz"),
    State("no-issue-fits", f"{_ISSUES}?q=zzzz"),
    State("no-answer-fits", "/dashboard/analytics?tab=answers&q=zzzz"),
    State("no-source-fits", "/dashboard/analytics?tab=sources&q=zzzz"),
    State("no-prompt-fits", "/dashboard/analytics?tab=prompts&topic=zzzz"),
    State("nothing-in-range", "/dashboard/analytics?from=2020-01-01&to=2020-02-01&range=custom"),
    State("one-bot", f"{SECTIONS['traffic']}?bot=GPTBot&status=403"),
    State("no-traffic-fits", f"{SECTIONS['traffic']}?bot=Nobody"),
    State("traffic-table", SECTIONS["traffic"], press("button", "Show as table")),
    State(
        "add-log-source", SECTIONS["traffic-logs"],
        press("button", "Add source"), opens=DIALOG,
    ),
    State(
        "delete-log-source", SECTIONS["traffic-logs"],
        press("button", re.compile("^Delete Shop server")), opens=DIALOG,
    ),
    State("trending", SECTIONS["trends"], press("button", "See Trending Queries")),
    State("material", SECTIONS["materials"], press("link", re.compile("^View"))),
    State("material-menu", SECTIONS["materials"], press("button", _ACTIONS), part=MENU),
    State("material-document", SECTIONS["add-material"], press("tab", "Document Upload")),
    State("material-errors", SECTIONS["add-material"], press("button", "Add Material")),
    State("brand-menu", SECTIONS["brands"], press("button", _ACTIONS), part=MENU),
    State(
        "edit-brand", SECTIONS["brands"],
        press("button", _ACTIONS, ("menuitem", "Edit")), opens=DIALOG,
    ),
    State(
        "delete-brand", SECTIONS["brands"],
        press("button", _ACTIONS, ("menuitem", "Delete…")),
        before=changed(_BRANDS, network.two_of_them), opens=DIALOG,
    ),
    State("several-pages", SECTIONS["add-material"], press("button", "Add several pages at once")),
    State("brand-errors", SECTIONS["add-brand"], press("button", "Add Brand & Start Analysis")),
    State("changed-settings", SECTIONS["settings"], fill("City", "Leeds")),
    State(
        "unsaved", SECTIONS["settings"],
        then(fill("City", "Leeds"), press("link", "Trends")), opens=DIALOG,
    ),
    State(
        "conflict", SECTIONS["settings"],
        then(fill("City", "Leeds"), press("button", "Save Changes")),
        before=answer("**/api/business-info/update", 412, OVERTAKEN), opens=DIALOG,
    ),
    State(
        "own-key", SECTIONS["settings-assistants"],
        press("button", re.compile("^Use your own key")),
    ),
    State(
        "create-alert", SECTIONS["settings-notifications"],
        press("button", "Create alert"), opens=DIALOG,
    ),
    State("two-steps", SECTIONS["settings-security"], press("button", re.compile("^Set up"))),
    State("delete-account", SECTIONS["settings-data"], press("button", "Delete account")),
    State(
        "new-workspace", SECTIONS["settings-workspace"],
        press("button", "New workspace"), opens=DIALOG,
    ),
    State("add-user", SECTIONS["users"], press("button", "Add user"), opens=DIALOG),
    State("activity", SECTIONS["users"], press("button", "Show activity")),
    State("cancel-plan", "/pricing?intent=cancel", opens=DIALOG),
    State("switch-plan", "/pricing", press("button", "Choose Plan: Growth"), opens=DIALOG),
    State("monthly-prices", "/pricing", press("radio", "Monthly")),
    State("limit-met", "/pricing?reason=recommendations.all"),
    State("loading", "/dashboard", before=network.hang, hangs=True),
    State("loading-analytics", "/dashboard/analytics", before=network.hang, hangs=True),
    *(State(f"failed-{n}", p, before=answer(DATA, 500, FAILED)) for n, p in _FAILING.items()),
    State("busy", "/dashboard", before=answer("**/api/v1/notifications*", 429, BUSY)),
    *(
        State(f"viewer-{name}", SECTIONS[name], before=changed(_USER, network.as_viewer))
        for name in (
            "dashboard", "content-gaps", "materials", "brands", "add-brand", "settings",
            "settings-assistants", "settings-api", "traffic-logs",
        )
    ),
    *(
        State(f"paused-{name}", SECTIONS[name], before=changed(_BRANDS, network.paused))
        for name in ("dashboard", "materials", "brands", "analytics-prompts")
    ),
    State("first-run", "/dashboard", before=changed(_SUMMARY, network.first_run)),
    State("late", "/dashboard", before=changed(_SUMMARY, network.late)),
    State("announced", "/dashboard", before=changed("**/api/v1/meta", network.announced)),
    State("closed", "/dashboard", _closed, opens=DIALOG),
    State("offline", "/dashboard", network.cut),
    State("offline-analytics", "/dashboard/analytics", network.cut),
    State("session-ended", "/dashboard", network.expire, opens=DIALOG),
)  # fmt: skip
STATES = {
    f"{who} {state.name}": (who, state)
    for who, states in {
        "oak": OF_SUBSCRIBER,
        "free": OF_FREE,
        "half": OF_PARTIAL,
        "new": OF_NEWCOMER,
        "visitor": OF_VISITOR,
    }.items()
    for state in states
}


async def show(page: Page, state: State) -> None:
    """Bring a page into a state; it has its content and nothing moves, unless the state hangs."""
    if state.before:
        await state.before(page)
    await page.goto(state.path)
    if state.hangs:
        await page.locator("[aria-busy=true], .skeleton").first.wait_for()
        await page.wait_for_timeout(2 * AFTER_PRESS_MS)  # it arrives late, for whoever waits long
        return
    await settle(page)
    if state.act:
        await state.act(page)
    if opened := state.opens or state.part:
        await page.locator(opened).last.wait_for()
    await page.wait_for_timeout(AFTER_PRESS_MS)
    await settle(page)
