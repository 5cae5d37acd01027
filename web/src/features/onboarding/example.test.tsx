import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { hardNavigate } from "@/lib/browser";
import { aUser, noBusiness } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { ExampleNotice } from "./example-notice";
import { OnboardingScreen } from "./onboarding-screen";

vi.mock("@/lib/browser", () => ({ hardNavigate: vi.fn() }));

const sample = { id: "w2", name: "Harrow Oak", role: "viewer", paused: false, example: true } as const;

function offered(example: boolean) {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser({ workspaces: [], currentWorkspaceId: null }))),
    http.get("/api/business-info", () => HttpResponse.json(noBusiness())),
    http.get("/api/v1/onboarding/draft", () => HttpResponse.json({})),
    http.get("/api/v1/meta", () => HttpResponse.json({ features: { example }, engines: [], maintenance: null })),
  );
  renderRoutes([{ path: "/onboarding", element: <OnboardingScreen /> }], "/onboarding");
}

beforeEach(() => {
  vi.mocked(hardNavigate).mockClear();
  for (const method of ["info", "error", "warn"] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
});

describe("the offer of a sample company", () => {
  it("opens the example and shows its dashboard", async () => {
    server.use(http.post("/api/v1/example", () => HttpResponse.json({ workspaceId: "w2" })));
    offered(true);
    await userEvent.click(await screen.findByRole("button", { name: "Look around with a sample company" }));
    await waitFor(() => expect(hardNavigate).toHaveBeenCalledWith("/dashboard"));
  });

  it("stays in the wizard when it cannot be opened", async () => {
    server.use(http.post("/api/v1/example", () => HttpResponse.json({ code: "x", message: "No." }, { status: 429 })));
    offered(true);
    const button = await screen.findByRole("button", { name: "Look around with a sample company" });
    await userEvent.click(button);
    await screen.findByText("The example could not be opened");
    expect(hardNavigate).not.toHaveBeenCalled();
  });

  it("is absent where it is not switched on", async () => {
    offered(false);
    await screen.findByLabelText("Brand name");
    expect(screen.queryByRole("button", { name: "Look around with a sample company" })).toBeNull();
  });
});

describe("the notice above an example", () => {
  beforeEach(() =>
    server.use(
      http.get("/api/user", () => HttpResponse.json(aUser({ workspaces: [sample], currentWorkspaceId: "w2" }))),
      http.get("/api/business-info", () => HttpResponse.json(noBusiness())),
    ),
  );

  it("tags the headings of its numbers while it is shown", async () => {
    const { unmount } = renderRoutes([{ path: "/", element: <ExampleNotice /> }], "/");
    await screen.findByText("Harrow Oak is a made-up company");
    expect(document.documentElement.dataset["example"]).toBe("");
    expect(document.documentElement.style.getPropertyValue("--example-tag")).toBe('"Example"');
    unmount();
    expect(document.documentElement.dataset["example"]).toBeUndefined();
  });

  it("removes it in one press and leads back", async () => {
    const removed = vi.fn();
    server.use(
      http.delete("/api/v1/example", () => {
        removed();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    renderRoutes([{ path: "/", element: <ExampleNotice /> }], "/");
    await userEvent.click(await screen.findByRole("button", { name: "Remove example" }));
    await waitFor(() => expect(hardNavigate).toHaveBeenCalledWith("/onboarding"));
    expect(removed).toHaveBeenCalledTimes(1);
  });

  it("leads to one's own business too when its end is heard of before the answer", async () => {
    const { client } = renderRoutes([{ path: "/", element: <ExampleNotice /> }], "/");
    await screen.findByText("Harrow Oak is a made-up company");
    server.use(http.get("/api/user", () => HttpResponse.json(aUser({ workspaces: [], currentWorkspaceId: null }))));
    await client.invalidateQueries();
    await waitFor(() => expect(hardNavigate).toHaveBeenCalledWith("/onboarding"));
    expect(hardNavigate).not.toHaveBeenCalledWith("/dashboard");
  });
});
