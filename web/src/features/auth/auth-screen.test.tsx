import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { hardNavigate } from "@/lib/browser";
import { aBusiness, aUser, noBusiness } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { AuthScreen } from "./auth-screen";

vi.mock("@/lib/browser", () => ({ hardNavigate: vi.fn() }));

const routes = [
  { path: "/auth", element: <AuthScreen /> },
  { path: "*", element: <p>elsewhere</p> },
];

beforeEach(() => {
  for (const method of ["info", "error", "warn"] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  server.use(http.get("/api/user", () => HttpResponse.json({ message: "Not signed in" }, { status: 401 })));
});

async function open(at = "/auth?action=login") {
  const view = renderRoutes(routes, at);
  await screen.findByRole("tab", { name: "Login" });
  await screen.findByLabelText("Email");
  return view;
}

function answerLogin(status: number, body: object, headers: Record<string, string> = {}) {
  server.use(http.post("/api/login", () => HttpResponse.json(body, { status, headers })));
}

async function tryLogin() {
  const view = await open();
  await view.user.type(screen.getByLabelText("Email"), "ada@example.com");
  await view.user.type(screen.getByLabelText("Password"), "a long password");
  await view.user.click(screen.getByRole("button", { name: "Login" }));
  return view;
}

async function tryRegister() {
  const view = await open("/auth?action=register");
  await view.user.type(screen.getByLabelText("First Name"), "Ada");
  await view.user.type(screen.getByLabelText("Last Name"), "Marsh");
  await view.user.type(screen.getByLabelText("Email"), "ada@example.com");
  await view.user.type(screen.getByLabelText("Password"), "a long password");
  await view.user.click(screen.getByRole("button", { name: "Create Account" }));
  return view;
}

const messageOf = (label: string) => {
  const ids = screen.getByLabelText(label).getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
};

describe("the auth screen", () => {
  it("names the four failures of registration", async () => {
    const { user } = await open("/auth?action=register");
    await user.click(screen.getByRole("button", { name: "Create Account" }));
    await screen.findByText("First name must be at least 2 characters");
    expect(messageOf("First Name")).toBe("First name must be at least 2 characters");
    expect(messageOf("Last Name")).toBe("Last name must be at least 2 characters");
    expect(messageOf("Email")).toBe("Invalid email address");
    expect(messageOf("Password")).toBe("Password must be at least 8 characters");
  });

  it("keeps the open tab in the address", async () => {
    const { user, where } = await open("/auth?next=%2Fdashboard%2Ftrends");
    await user.click(screen.getByRole("tab", { name: "Register" }));
    expect(where()).toBe("/auth?next=%2Fdashboard%2Ftrends&action=register");
    expect(await screen.findByRole("button", { name: "Create Account" })).toBeTruthy();
  });

  it("leaves for Google and says so", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Sign in with Google" }));
    expect(hardNavigate).toHaveBeenCalledWith("/auth/google");
    expect(screen.getByRole("button", { name: "Signing in..." })).toBeTruthy();
  });

  it.each([
    ["google_not_configured", /not set up on this server/],
    ["google_denied", /cancelled/],
    ["account_disabled", /disabled/],
    ["something_new", /did not work/],
  ])("explains a return with error=%s", async (code, text) => {
    await open(`/auth?error=${code}`);
    expect((await screen.findByRole("alert")).textContent).toMatch(text);
  });

  it("shows and hides the password", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(screen.getByLabelText("Password").getAttribute("type")).toBe("text");
    await user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(screen.getByLabelText("Password").getAttribute("type")).toBe("password");
  });

  it("hints at Caps Lock", async () => {
    await open();
    fireEvent.keyDown(screen.getByLabelText("Password"), { key: "A", modifierCapsLock: true });
    expect(await screen.findByText("Caps Lock is on.")).toBeTruthy();
  });
});

describe("login", () => {
  it("says it is logging in, then goes to the dashboard of a named business", async () => {
    server.use(
      http.post("/api/login", async () => (await delay(50), HttpResponse.json(aUser()))),
      http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    );
    const { where } = await tryLogin();
    expect(await screen.findByRole("button", { name: "Logging in..." })).toBeTruthy();
    await waitFor(() => expect(where()).toBe("/dashboard"));
  });

  it("goes to onboarding without a business name", async () => {
    answerLogin(200, aUser());
    server.use(http.get("/api/business-info", () => HttpResponse.json(noBusiness())));
    const { where } = await tryLogin();
    await waitFor(() => expect(where()).toBe("/onboarding"));
  });

  it("shows the wrong-credentials sentence on the password field", async () => {
    answerLogin(401, { message: "The email or password you entered is incorrect" });
    await tryLogin();
    await waitFor(() => expect(messageOf("Password")).toBe("Invalid email or password"));
  });

  it.each([
    [500, {}, "The server could not answer. This is not about what you typed; try again in a moment."],
    [429, { "retry-after": "900" }, "Too many attempts. Try again in 15 minutes."],
    [429, { "retry-after": "30" }, "Too many attempts. Try again in 30 seconds."],
  ])("on %i shows the field text and the true cause", async (status, headers, cause) => {
    answerLogin(status, { message: "anything" }, headers as Record<string, string>);
    await tryLogin();
    await waitFor(() => expect(messageOf("Password")).toBe("Incorrect email or password"));
    expect(screen.getByText(cause)).toBeTruthy();
  });

  it("says when there is no connection", async () => {
    server.use(http.post("/api/login", () => HttpResponse.error()));
    await tryLogin();
    expect(await screen.findByText("No connection to the server. Check your network and try again.")).toBeTruthy();
    expect(messageOf("Password")).toBe("Incorrect email or password");
  });
});

describe("registration", () => {
  it("sends the four fields and goes to onboarding", async () => {
    let sent: unknown;
    server.use(
      http.post(
        "/api/register",
        async ({ request }) => ((sent = await request.json()), HttpResponse.json(aUser(), { status: 201 })),
      ),
      http.get("/api/business-info", () => HttpResponse.json(noBusiness())),
    );
    const { where } = await tryRegister();
    await waitFor(() => expect(where()).toBe("/onboarding"));
    expect(sent).toEqual({
      firstName: "Ada",
      lastName: "Marsh",
      email: "ada@example.com",
      password: "a long password",
    });
  });

  it.each([
    [409, "This email address is already registered", "This email is already registered"],
    [500, "boom", "This email address is already registered"],
  ])("on %i with %j the email field reads %j", async (status, message, text) => {
    server.use(http.post("/api/register", () => HttpResponse.json({ message }, { status })));
    await tryRegister();
    await waitFor(() => expect(messageOf("Email")).toBe(text));
  });
});

describe("a signed-in visitor", () => {
  it.each([
    ["/auth", "/dashboard"],
    ["/auth?next=%2Fdashboard%2Ftrends", "/dashboard/trends"],
    ["/auth?next=%2F%2Fevil.example", "/dashboard"],
    ["/auth?next=https%3A%2F%2Fevil.example", "/dashboard"],
  ])("is sent from %s to %s", async (from, to) => {
    server.use(
      http.get("/api/user", () => HttpResponse.json(aUser())),
      http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    );
    const { where } = renderRoutes(routes, from);
    await waitFor(() => expect(where()).toBe(to));
  });
});

describe("the marketing panel", () => {
  const shown = () =>
    document.querySelector("[aria-roledescription=slide]:not([aria-hidden=true])")?.getAttribute("aria-label");

  async function openWithFakeTime() {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderRoutes(routes, "/auth");
    await screen.findByRole("tab", { name: "Login" });
  }
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

  it("shows the next of its three cards every 4000 ms", async () => {
    await openWithFakeTime();
    expect(shown()).toBe("Visibility analyst");
    pass(4_000);
    expect(shown()).toBe("Brand mention monitor");
    pass(4_000);
    expect(shown()).toBe("Gap analyzer");
    pass(4_000);
    expect(shown()).toBe("Visibility analyst");
  });

  it("stops on its pause button, on hover, and goes on afterwards", async () => {
    await openWithFakeTime();
    fireEvent.mouseEnter(screen.getByRole("complementary"));
    pass(20_000);
    expect(shown()).toBe("Visibility analyst");
    fireEvent.mouseLeave(screen.getByRole("complementary"));
    fireEvent.click(screen.getByRole("button", { name: "Pause rotation" }));
    pass(20_000);
    expect(shown()).toBe("Visibility analyst");
    fireEvent.click(screen.getByRole("button", { name: "Resume rotation" }));
    pass(4_000);
    expect(shown()).toBe("Brand mention monitor");
  });

  it("does not move under reduced motion", async () => {
    vi.spyOn(window, "matchMedia").mockImplementation(
      (media) =>
        ({
          matches: media.includes("reduced-motion"),
          media,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    );
    await openWithFakeTime();
    pass(20_000);
    expect(shown()).toBe("Visibility analyst");
  });
});

it("leads from sign-up to the terms, the privacy notice and the prices, beside the form", async () => {
  await open("/auth?action=register");
  const link = async (name: string) => {
    const found = await screen.findByRole("link", { name });
    return [found.getAttribute("href"), found.getAttribute("target")];
  };
  expect(await link("terms of use")).toEqual(["/legal/terms", "_blank"]);
  expect(await link("privacy notice")).toEqual(["/legal/privacy", "_blank"]);
  expect(await link("See plans and prices")).toEqual(["/pricing", "_blank"]);
});
