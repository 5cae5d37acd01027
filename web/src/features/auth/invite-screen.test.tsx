import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";

import { hardNavigate } from "@/lib/browser";
import { aUser, noBusiness } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { AuthScreen } from "./auth-screen";
import { invitationWaits, keepInvitation } from "./pending-invitation";

vi.mock("@/lib/browser", () => ({ hardNavigate: vi.fn() }));

const SECRET = "the-secret-of-the-link";
const invited = aUser({ email: "ben@example.com" });
const routes = [
  { path: "/auth", element: <AuthScreen /> },
  { path: "*", element: <p>elsewhere</p> },
];

let asked: unknown[];

beforeEach(() => {
  asked = [];
  sessionStorage.clear();
  server.use(
    http.get("/api/user", () => HttpResponse.json({ message: "Not signed in" }, { status: 401 })),
    http.get("/api/v1/invitations/:token", ({ params }) => {
      asked.push(params["token"]);
      return HttpResponse.json({
        workspaceName: "Harrow & Pike",
        inviter: "Ada Marsh",
        role: "viewer",
        email: invited.email,
        state: "open",
        expiresAt: "2026-11-28T10:00:00Z",
      });
    }),
  );
});

function signedIn(email = invited.email) {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser({ email }))),
    http.get("/api/business-info", () => HttpResponse.json(noBusiness())),
  );
}

it("is put aside for the way through Google", async () => {
  keepInvitation(SECRET);
  const { user } = renderRoutes(routes, "/auth?action=invite");
  await screen.findByRole("heading", { name: "Join Harrow & Pike" });
  expect(asked).toEqual([SECRET]);
  expect(invitationWaits()).toBe(false);
  await user.click(screen.getByRole("button", { name: "Sign in with Google" }));
  expect(hardNavigate).toHaveBeenCalledWith("/auth/google");
  expect(invitationWaits()).toBe(true);
});

it("is put aside while a code of the second factor is asked for", async () => {
  keepInvitation(SECRET);
  server.use(
    http.post("/api/login", () =>
      HttpResponse.json({ message: "Enter your code", code: "second-factor-required" }, { status: 401 }),
    ),
  );
  const { user } = renderRoutes(routes, "/auth?action=invite");
  await user.click(await screen.findByRole("tab", { name: "I have an account" }));
  await user.type(screen.getByLabelText("Password"), "long enough");
  await user.click(screen.getByRole("button", { name: "Login" }));
  await waitFor(() => expect(invitationWaits()).toBe(true));
});

it("is shown to whoever comes back signed in, also without a business of their own", async () => {
  keepInvitation(SECRET);
  signedIn();
  renderRoutes(routes, "/auth");
  await screen.findByRole("button", { name: "Accept invitation" });
  expect(asked).toEqual([SECRET]);
  expect(invitationWaits()).toBe(false);
});

it("waits while somebody signs out to come back with the right account", async () => {
  keepInvitation(SECRET);
  signedIn("somebody.else@example.com");
  server.use(http.post("/api/logout", () => HttpResponse.json({})));
  const { user } = renderRoutes(routes, "/auth?action=invite");
  await user.click(await screen.findByRole("button", { name: "Log out" }));
  await waitFor(() => expect(invitationWaits()).toBe(true));
});

it("offers to confirm the address first where a copied link asks for it", async () => {
  keepInvitation(SECRET);
  signedIn();
  const sent: string[] = [];
  server.use(
    http.post("/api/v1/invitations/:token/accept", () =>
      HttpResponse.json(
        { message: "Confirm your address first, then open the invitation again.", code: "email-unconfirmed" },
        { status: 403 },
      ),
    ),
    http.post("/api/v1/me/verification", ({ request }) => {
      sent.push(request.url);
      return new HttpResponse(null, { status: 202 });
    }),
  );
  const { user } = renderRoutes(routes, "/auth?action=invite");
  await user.click(await screen.findByRole("button", { name: "Accept invitation" }));
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Confirm your address first, then open the invitation again.",
  );
  await user.click(screen.getByRole("button", { name: "Send the link to confirm it" }));
  await screen.findByText("We sent a link to ben@example.com. Open it, then accept here.");
  expect(sent).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Accept invitation" })).not.toBeNull();
});

it("leads whoever opens a used link again on to Presence", async () => {
  signedIn();
  server.use(
    http.get("/api/v1/invitations/:token", () =>
      HttpResponse.json({ message: "We could not find that invitation." }, { status: 404 }),
    ),
  );
  window.location.hash = SECRET;
  const { user, where } = renderRoutes(routes, "/auth?action=invite");
  expect(await screen.findByText(/If you have joined, go on to Presence/)).toBeTruthy();
  await user.click(screen.getByRole("link", { name: "Go to Presence" }));
  await waitFor(() => expect(where()).toBe("/dashboard"));
});
