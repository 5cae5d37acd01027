import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { common } from "@/lib/messages/common";
import { experiments as words } from "@/lib/messages/experiments";
import { signedIn } from "@/lib/messages/signed-in";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { ControlledScreen } from "./controlled-screen";

const plan = {
  questions: [],
  treated: 1,
  controls: 4,
  treatedBefore: 20,
  controlBefore: 21,
  comparesWith: "controls",
  baselineRuns: 4,
  detectable: 8,
  power: 0.8,
  sentence: "It can see a change of 8 points or more.",
};
const prompt = { id: "p1", text: "Which oak table lasts?", status: "active", intent: "generic" };
const brand = (patch: object = {}) =>
  http.get("/api/v1/brands", () =>
    HttpResponse.json({ data: [{ id: "b1", name: "Oak", status: "active", ...patch }] }),
  );

beforeEach(() => {
  for (const method of ["info", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness({ primaryBrandId: "b1" }))),
    brand(),
    http.get("/api/v1/brands/b1/experiments", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/experiment-record", () => HttpResponse.json({ advice: [] })),
    http.get("/api/v1/brands/b1/prompts", () => HttpResponse.json({ data: [prompt] })),
    http.post("/api/v1/brands/b1/experiments/plan", () => HttpResponse.json(plan)),
  );
});

const open = (search = "") =>
  renderRoutes([{ path: "*", element: <ControlledScreen /> }], `/dashboard/experiments?brand=b1${search}`);

describe("experiments", () => {
  it("says how to begin where there are none", async () => {
    open();
    expect(await screen.findByText(words.none)).toBeTruthy();
    expect(await screen.findByRole("button", { name: words.register })).toBeTruthy();
  });

  it("says why none can be registered for a paused brand, whatever the address asks", async () => {
    server.use(brand({ status: "paused", pauseReason: "user" }));
    open("&new=1");
    expect(await screen.findByText(signedIn.brandPaused)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("leads back from an experiment that nobody knows", async () => {
    server.use(
      http.get("/api/v1/experiments/x", () =>
        HttpResponse.json({ code: "not_found", message: "No such experiment." }, { status: 404 }),
      ),
    );
    open("&experiment=x");
    expect(await screen.findByText(common.notFound)).toBeTruthy();
    expect(screen.getByRole("link", { name: words.back })).toBeTruthy();
  });

  it("does not show an experiment of another brand", async () => {
    server.use(
      http.get("/api/v1/experiments/x", () => HttpResponse.json({ id: "x", brandId: "b2", change: "Prices stated" })),
    );
    open("&experiment=x");
    expect(await screen.findByText(common.notFound)).toBeTruthy();
    expect(screen.queryByText("Prices stated")).toBeNull();
  });
});

describe("registering an experiment", () => {
  const filled = async () => {
    const view = open("&new=1");
    const sheet = within(await screen.findByRole("dialog", { name: words.register }));
    await view.user.type(sheet.getByLabelText(new RegExp(`^${words.change}`)), "Prices");
    await view.user.click(await sheet.findByRole("checkbox", { name: prompt.text }));
    await sheet.findByText(plan.sentence);
    const go = sheet.getByRole<HTMLButtonElement>("button", { name: words.go });
    expect(go.disabled).toBe(false);
    return { ...view, sheet, go };
  };

  it("waits for the plan of what is asked now", async () => {
    const { user, sheet, go } = await filled();
    await user.selectOptions(sheet.getByLabelText(words.weeks), "8");
    expect(go.disabled).toBe(true);
    expect(sheet.queryByText(plan.sentence)).toBeNull();
    expect(sheet.getByText(words.planning)).toBeTruthy();
    await waitFor(() => expect(go.disabled).toBe(false));
  });

  it("plans nothing while the gain is empty, and brings one out of range into it", async () => {
    const { user, sheet, go } = await filled();
    const effect = sheet.getByLabelText<HTMLInputElement>(words.effect);
    await user.clear(effect);
    expect(effect.value).toBe("");
    expect(go.disabled).toBe(true);
    await user.type(effect, "400");
    await user.tab();
    expect(effect.value).toBe("100");
    await waitFor(() => expect(go.disabled).toBe(false));
  });

  it("takes back a refusal once something is edited", async () => {
    const message = "Another experiment runs on these questions.";
    server.use(
      http.post("/api/v1/brands/b1/experiments", () =>
        HttpResponse.json({ code: "conflict", message }, { status: 409 }),
      ),
    );
    const { user, sheet, go } = await filled();
    await user.click(go);
    expect(await sheet.findByText(message)).toBeTruthy();
    await user.selectOptions(sheet.getByLabelText(words.weeks), "8");
    expect(sheet.queryByText(message)).toBeNull();
  });

  it("says that questions could not be read, and reads them again", async () => {
    let fails = true;
    server.use(
      http.get("/api/v1/brands/b1/prompts", () =>
        fails
          ? HttpResponse.json({ code: "conflict", message: "Not now." }, { status: 409 })
          : HttpResponse.json({ data: [prompt] }),
      ),
    );
    const { user } = open("&new=1");
    expect(await screen.findByText("Not now.")).toBeTruthy();
    fails = false;
    await user.click(screen.getByRole("button", { name: common.retry }));
    expect(await screen.findByRole("checkbox", { name: prompt.text })).toBeTruthy();
  });
});
