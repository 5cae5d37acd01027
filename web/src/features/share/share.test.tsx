import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";

import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { SharedView } from "./api";
import { ShareScreen } from "./share-screen";

const reading = { unit: "percent", value: 40, low: 30, high: 52, n: 50, prompts: 5, hits: 20, delta: null } as const;
const view: SharedView = {
  name: "For the board",
  sharedBy: "Harrow Ltd",
  brand: { name: "Harrow", websiteUrl: "https://harrow.example" },
  basis: "assistants",
  asOf: "2026-11-21T12:00:00Z",
  range: { from: "2026-08-24", to: "2026-11-21", timeZone: "UTC" },
  enginesOnly: [],
  topicsOnly: [],
  scores: {
    content: {
      value: 42,
      low: 30,
      high: 55,
      n: 50,
      unit: "answers",
      band: "Moderate",
      model: "content-v1",
      exploratory: false,
      delta: null,
      standsFor: null,
    },
    technical: null,
    audienceFit: null,
    overall: null,
  },
  trend: [],
  marks: [],
  engines: [{ label: "ChatGPT", values: { mentionRate: reading }, answers: 50 }],
  competitors: null,
  prompts: null,
  gaps: null,
  recommendations: null,
  unreadable: "",
  unanswered: [],
};

function open(answer: () => Response) {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  server.use(
    http.get("/api/user", () => HttpResponse.json({}, { status: 401 })),
    http.get("/api/business-info", () => HttpResponse.json({}, { status: 401 })),
    http.get("/api/v1/share/t0ken", answer),
  );
  return renderRoutes([{ path: "/share/:token", element: <ShareScreen /> }], "/share/t0ken");
}

describe("a shared page", () => {
  it("shows what the link shows and leaves out what it does not", async () => {
    open(() => HttpResponse.json(view));
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Harrow");
    screen.getByText(/Shared by Harrow Ltd/);
    screen.getByRole("img", { name: /Content AI Visibility: 42/ });
    expect(screen.getAllByText("40.0 %").length).toBeGreaterThan(0);
    expect(screen.queryByRole("region", { name: "Competitors" })).toBeNull();
    expect(screen.queryByRole("navigation")).toBeNull();
    screen.getByText(/Numbers in brackets/);
    expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toContain("noindex");
  });

  it("keeps the severity of a gap that improved and names nobody as ahead", async () => {
    const gap = {
      prompt: "Who makes oak tables?",
      topic: "tables",
      gapType: "Minor",
      competitor: "Wexford",
      attackMove: "Answer it on your page.",
      n: 12,
      tooEarly: true,
    } as const;
    open(() => HttpResponse.json({ ...view, gaps: [gap] }));
    expect((await screen.findAllByText("Minor")).length).toBeGreaterThan(0);
    expect(screen.getAllByText("Improved, too early to close").length).toBeGreaterThan(0);
    expect(screen.queryByText("Wexford")).toBeNull();
  });

  it("explains numbers only where there are any", async () => {
    open(() => HttpResponse.json({}, { status: 404 }));
    expect(await screen.findByText("This link leads nowhere")).toBeTruthy();
    expect(screen.queryByText(/Numbers in brackets/)).toBeNull();
  });

  it("asks for the password, says when it is wrong, and opens with the right one", async () => {
    let unlocked = false;
    const { user } = open(() =>
      unlocked
        ? HttpResponse.json(view)
        : HttpResponse.json({ code: "share-locked", message: "Enter the password of this link." }, { status: 401 }),
    );
    server.use(
      http.post("/api/v1/share/t0ken/unlock", async ({ request }) => {
        unlocked = ((await request.json()) as { password: string }).password === "walking boots";
        return unlocked
          ? new HttpResponse(null, { status: 204 })
          : HttpResponse.json({ message: "That is not the password of this link" }, { status: 422 });
      }),
    );
    const field = await screen.findByLabelText(/^Password/, { selector: "input" });
    await user.click(screen.getByRole("button", { name: "Open" }));
    screen.getByText("Enter the password");
    await user.type(field, "wrong");
    await user.click(screen.getByRole("button", { name: "Open" }));
    await screen.findByText("That is not the password of this link");
    await user.clear(field);
    await user.type(field, "walking boots");
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect((await screen.findByRole("heading", { level: 1, name: "Harrow" })).textContent).toBe("Harrow");
  });

  it("ends friendly when the link was ended", async () => {
    open(() =>
      HttpResponse.json(
        { code: "gone", reason: "expired", message: "This link has expired. Ask whoever sent it for a new one." },
        { status: 410 },
      ),
    );
    await screen.findByRole("heading", { name: "This link does not work any more" });
    screen.getByText(/has expired/);
  });

  it("ends friendly when there never was such a link", async () => {
    open(() => HttpResponse.json({ message: "gone" }, { status: 404 }));
    await screen.findByRole("heading", { name: "This link leads nowhere" });
  });
});
