import { act, render, screen, waitFor } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { useAuth } from "@/lib/auth";
import { setSessionEnded } from "@/lib/session-signal";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { NotFound } from "./not-found";
import { Protected } from "./protected";

const routes = [
  { path: "/auth", element: <p>sign in</p> },
  { path: "/dashboard/*", element: <Protected>{<p>section</p>}</Protected> },
  { path: "*", element: <NotFound /> },
];

const signedOut = () => http.get("/api/user", () => HttpResponse.json({ message: "Not signed in" }, { status: 401 }));

beforeEach(() => {
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});

describe("a protected screen", () => {
  it("shows a spinner while the user is unknown, then the screen", async () => {
    server.use(
      http.get("/api/user", async () => (await delay(30), HttpResponse.json(aUser()))),
      http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    );
    renderRoutes(routes, "/dashboard");
    expect(screen.getByRole("status")).toBeTruthy();
    expect(await screen.findByText("section")).toBeTruthy();
  });

  it.each([
    ["/dashboard", "/auth"],
    ["/dashboard/trends?x=1", "/auth?next=%2Fdashboard%2Ftrends%3Fx%3D1"],
  ])("sends a signed-out visitor from %s to %s", async (from, to) => {
    server.use(signedOut());
    const { where } = renderRoutes(routes, from);
    await waitFor(() => expect(where()).toBe(to));
  });

  it("tells support, instead of asking to sign in, that their session in a customer's place is over", async () => {
    server.use(
      http.get("/api/user", () =>
        HttpResponse.json({ message: "This support session is over.", code: "impersonation_over" }, { status: 401 }),
      ),
    );
    const { where } = renderRoutes(routes, "/dashboard");
    expect(await screen.findByRole("heading", { name: "This support session is over" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Leave this account" })).toBeTruthy();
    expect(where()).toBe("/dashboard");
    act(() => setSessionEnded(false));
  });

  it("asks for nobody in a browser that was given no session", async () => {
    document.cookie = "presence_signed_in=; max-age=0";
    let asked = 0;
    server.use(http.get("/api/user", () => ((asked += 1), HttpResponse.json(aUser()))));
    renderRoutes(routes, "/dashboard");
    await screen.findByText("sign in");
    expect(asked).toBe(0);
  });

  it("does not fetch the business of nobody", async () => {
    let asked = 0;
    server.use(
      signedOut(),
      http.get("/api/business-info", () => ((asked += 1), HttpResponse.json(aBusiness()))),
    );
    renderRoutes(routes, "/dashboard");
    await screen.findByText("sign in");
    expect(asked).toBe(0);
  });

  it("offers a retry when the server fails, and recovers", async () => {
    server.use(
      http.get("/api/user", () => HttpResponse.json({ message: "Database is away" }, { status: 503 }), { once: true }),
      signedOut(),
    );
    const { user } = renderRoutes(routes, "/dashboard");
    expect((await screen.findByRole("alert")).textContent).toContain("Database is away");
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("sign in")).toBeTruthy();
  });

  it("turns a wait of 10 s into an error card", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.use(http.get("/api/user", () => delay("infinite")));
    renderRoutes(routes, "/dashboard");
    act(() => void vi.advanceTimersByTime(9_500));
    expect(screen.queryByRole("alert")).toBeNull();
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.getByRole("alert").textContent).toContain("taking longer");
  });
});

describe("an unmatched address", () => {
  it("shows the not-found screen with the way home", async () => {
    server.use(signedOut());
    renderRoutes(routes, "/nowhere");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("404 - Page Not Found");
    expect(screen.getByRole("link", { name: "Return Home" }).getAttribute("href")).toBe("/");
  });
});

describe("the auth context", () => {
  it("says what is wrong outside its provider", () => {
    const Outside = () => <p>{String(useAuth().isLoading)}</p>;
    expect(() => render(<Outside />)).toThrow("useAuth must be used within an AuthProvider");
  });
});
