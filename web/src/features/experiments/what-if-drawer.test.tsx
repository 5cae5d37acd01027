import { configure, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { whatIf as words } from "@/lib/messages/whatif";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { WhatIfDrawer } from "./what-if-drawer";

configure({ asyncUtilTimeout: 30_000 });

const experiment = {
  id: "w1",
  status: "done",
  label: "Prices",
  changes: [{ action: "add", source: "document:Prices", title: "", text: "x" }],
  verdict: "no expected change",
  points: 0,
  low: -1,
  high: 1,
  before: 10,
  after: 10,
  answers: 10,
  prompts: [],
  actual: null,
  createdAt: "2026-11-20T09:00:00Z",
};

beforeEach(() => {
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness({ primaryBrandId: "b1" }))),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/brands/b1/what-if", () => HttpResponse.json({ data: [experiment] })),
    http.get("/api/v1/what-if/w1", () => HttpResponse.json(experiment)),
    http.get("/api/v1/brands/b1/materials/m1/wording", () =>
      HttpResponse.json({ source: "document:care.docx", title: "Care", text: "# Care\nOil it." }),
    ),
  );
});

const open = (search: string) =>
  renderRoutes([{ path: "*", element: <WhatIfDrawer /> }], `/dashboard/homepage?brand=b1&${search}`);
const value = async (label: string) =>
  ((await screen.findByLabelText(new RegExp(`^${label}`))) as HTMLInputElement).value;

describe("what would happen", () => {
  it("starts from the words of the material that is open", async () => {
    open("material=m1&whatif=1");
    expect(await value(words.words)).toBe("# Care\nOil it.");
    expect(await value(words.source)).toBe("document:care.docx");
    expect(await value(words.action)).toBe("replace");
  });

  it("starts from a material that is not the one below, which stays as it was", async () => {
    const { user, where } = open("whatif=1&wording=m1");
    expect(await value(words.source)).toBe("document:care.docx");
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(where()).toBe("/dashboard/homepage?brand=b1");
  });

  it("says why the words of the material cannot be edited, and lets others be tried", async () => {
    const message = "This material has more than 200,000 characters, too many to be edited as a whole.";
    server.use(
      http.get("/api/v1/brands/b1/materials/m1/wording", () =>
        HttpResponse.json({ code: "conflict", message }, { status: 409 }),
      ),
    );
    open("material=m1&whatif=1");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await value(words.words)).toBe("");
    expect(await value(words.action)).toBe("add");
  });

  it("is made beside its result, and what was typed stays when another is looked at", async () => {
    server.use(
      http.post("/api/v1/brands/b1/what-if", () =>
        HttpResponse.json({ ...experiment, status: "queued" }, { status: 202 }),
      ),
    );
    const { user, where } = open("filter=open&whatif=1");
    await user.type(await screen.findByLabelText(new RegExp(`^${words.source}`)), "document:Prices");
    await user.type(screen.getByLabelText(new RegExp(`^${words.words}`)), "From $900.");
    await user.click(screen.getByRole("button", { name: words.run }));
    await screen.findByText(words.noChange);
    expect(where()).toBe("/dashboard/homepage?brand=b1&filter=open&whatif=w1");
    await user.click(screen.getByText(words.tabs.history, { selector: "button" }));
    expect(where()).toBe("/dashboard/homepage?brand=b1&filter=open&whatif=history");
    expect(await value(words.words)).toBe("From $900.");
  });

  it("shows what was tried under an address of its own, and closes into the screen below", async () => {
    const { user, where } = open("whatif=history&about=x&tab=y");
    const drawer = await screen.findByRole("dialog", { name: words.title });
    await within(drawer).findByText("Prices");
    await user.click(within(drawer).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(where()).toBe("/dashboard/homepage?brand=b1&tab=y");
  });
});
