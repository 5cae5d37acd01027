import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { Note, NoteDraft } from "./api";
import { ChartNotes } from "./chart-notes";

const DAYS = { from: "2026-08-24", to: "2026-11-21" };
const note: Note = { id: "n1", day: "2026-11-02", text: "Relaunch", kind: "workspace", editable: true };
const happened: Note = { id: null, day: "2026-11-03", text: "Plan: Pro", kind: "plan", editable: false };

function open() {
  let kept: Note[] = [note, happened];
  const written: NoteDraft[] = [];
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands/b1/annotations", () => HttpResponse.json({ data: kept })),
    http.post("/api/v1/brands/b1/annotations", async ({ request }) => {
      const draft = (await request.json()) as NoteDraft;
      written.push(draft);
      const made: Note = {
        id: `n${written.length + 1}`,
        day: draft.day,
        text: draft.text,
        kind: draft.scope,
        editable: true,
      };
      kept = [...kept, made];
      return HttpResponse.json(made, { status: 201 });
    }),
    http.delete("/api/v1/annotations/n1", () => {
      kept = kept.filter(({ id }) => id !== "n1");
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { ...renderRoutes([{ path: "*", element: <ChartNotes brandId="b1" days={DAYS} /> }], "/"), written };
}

describe("notes on a chart", () => {
  it("are listed beside what happened by itself, which nobody can edit", async () => {
    open();
    const line = (await screen.findByText("Plan: Pro")).closest("li");
    expect(within(line!).queryByRole("button")).toBeNull();
    screen.getByRole("button", { name: "Edit note: Relaunch" });
  });

  it("are written for a day, with who sees them", async () => {
    const { user, written } = open();
    await user.click(await screen.findByRole("button", { name: "Add note" }));
    await user.click(await screen.findByRole("button", { name: "Save" }, { timeout: 5000 }));
    screen.getByText("Write what happened");
    await user.type(screen.getByRole("textbox", { name: /Note/ }), "Campaign");
    await user.click(screen.getByRole("radio", { name: "Only me" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Campaign");
    expect(written).toEqual([{ day: "2026-11-21", text: "Campaign", scope: "personal" }]);
  });

  it("come back when deleting is undone", async () => {
    const { user, written } = open();
    await user.click(await screen.findByRole("button", { name: "Delete note: Relaunch" }));
    await waitFor(() => expect(screen.queryByText("Relaunch")).toBeNull());
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByText("Relaunch");
    expect(written).toEqual([{ day: "2026-11-02", text: "Relaunch", scope: "workspace" }]);
  });
});
