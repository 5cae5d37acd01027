import { fireEvent, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { aUser, noBusiness } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { Draft } from "./api";
import { OnboardingScreen } from "./onboarding-screen";

const complete: Draft = {
  step: "target-audience",
  businessName: "Harrow & Pike",
  businessDescription: "Solid oak furniture to order",
  source: "website",
  websiteUrl: "harrow.example",
  targetAudience: "Small flats",
  aliases: [],
  market: "GB",
  language: "en",
};
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  for (const method of ["info", "error", "warn"] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(noBusiness())),
    http.put("/api/v1/onboarding/draft", () => HttpResponse.json({})),
  );
});

async function open(draft: Draft) {
  server.use(http.get("/api/v1/onboarding/draft", () => HttpResponse.json(draft)));
  const routes = [
    { path: "/onboarding", element: <OnboardingScreen /> },
    { path: "*", element: <p>elsewhere</p> },
  ];
  const view = renderRoutes(routes, "/onboarding");
  await screen.findByRole("dialog");
  return view;
}

const siteSays = (patch: object) =>
  server.use(
    http.post("/api/v1/sites/check", () =>
      HttpResponse.json({ id: "c2", url: "https://harrow.example/" }, { status: 202 }),
    ),
    http.get("/api/v1/sites/check/c2", () =>
      HttpResponse.json({
        id: "c2",
        url: "https://harrow.example/",
        status: "done",
        reachable: true,
        finalUrl: "https://harrow.example/",
        title: "Harrow",
        favicon: null,
        robots: "allowed",
        reason: null,
        foundUrl: null,
        description: null,
        ...patch,
      }),
    ),
  );
const describing = { ...complete, step: "brand-description" as const, websiteUrl: "", targetAudience: "" };

describe("a draft from the website", () => {
  it("fills the description, and the address into the next step", async () => {
    siteSays({ description: "Oak furniture made to order in Leeds." });
    const { user } = await open({ ...describing, businessDescription: "" });
    press("Draft from my website");
    await user.type(screen.getByLabelText("Website URL"), "harrow.example{Enter}");
    expect(await screen.findByText("Taken from harrow.example. Edit it as you like.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>("Brand description").value).toBe(
      "Oak furniture made to order in Leeds.",
    );
    press("Continue");
    expect(await screen.findByRole("heading", { name: "Share your brand information" })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Website URL").value).toBe("harrow.example");
  });

  it("is only offered where something was written already", async () => {
    siteSays({ description: "Oak furniture made to order in Leeds." });
    const { user } = await open(describing);
    press("Draft from my website");
    await user.type(screen.getByLabelText("Website URL"), "harrow.example");
    press("Draft");
    await user.click(await screen.findByRole("button", { name: "Use this text" }));
    const described = screen.getByLabelText<HTMLTextAreaElement>("Brand description");
    expect(described.value).toBe("Oak furniture made to order in Leeds.");
    expect(document.activeElement).toBe(described);
  });

  it("says why there is none", async () => {
    siteSays({ reachable: false, reason: "harrow.example did not accept a connection." });
    const { user } = await open(describing);
    press("Draft from my website");
    await user.type(screen.getByLabelText("Website URL"), "harrow.example");
    press("Draft");
    expect(
      await screen.findByText("We could not read this site. harrow.example did not accept a connection."),
    ).toBeTruthy();
  });
});

describe("a site that answers elsewhere", () => {
  const found = { finalUrl: "http://www.harrow.example/", foundUrl: "http://www.harrow.example/" };

  it("is shown where it was found", async () => {
    siteSays(found);
    await open({ ...complete, step: "brand-info" });
    expect(
      await screen.findByText(
        "https://harrow.example does not answer. We found your site at http://www.harrow.example.",
        undefined,
        { timeout: 3_000 },
      ),
    ).toBeTruthy();
  });

  it("is analyzed there", async () => {
    siteSays(found);
    const sent: { websiteUrl?: string }[] = [];
    server.use(
      http.post("/api/business-info", async ({ request }) => {
        sent.push((await request.json()) as { websiteUrl?: string });
        return HttpResponse.json({});
      }),
    );
    await open(complete);
    press("Analyze my brand");
    await waitFor(() => expect(sent.map(({ websiteUrl }) => websiteUrl)).toEqual(["http://www.harrow.example/"]));
  });
});
