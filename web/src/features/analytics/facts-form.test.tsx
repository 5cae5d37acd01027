import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { Facts } from "./api/facts";
import { FactsForm } from "./facts-form";

const fact = (id: string, kind: Facts["facts"][number]["kind"], value: string, status: "proposed" | "confirmed") => ({
  id,
  kind,
  value,
  status,
  origin: "found" as const,
  source: "https://harrow.test/about",
  quote: `It says ${value}.`,
  decidedAt: null,
});

const facts: Facts = {
  brandId: "b1",
  facts: [fact("f1", "founded", "1998", "confirmed"), fact("f2", "place", "Leeds", "proposed")],
  confirmed: 1,
  least: 3,
  enough: false,
  version: "facts-1",
  kinds: [
    { kind: "founded", weight: 1, most: 1 },
    { kind: "place", weight: 1, most: 2 },
  ],
};

function open(canEdit = true) {
  const sent: { body: unknown; match: string | null }[] = [];
  server.use(
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.put("/api/v1/brands/b1/facts", async ({ request }) => {
      sent.push({ body: await request.json(), match: request.headers.get("if-match") });
      return HttpResponse.json(facts);
    }),
  );
  const done = vi.fn();
  const view = renderRoutes(
    [
      {
        path: "*",
        element: (
          <FactsForm brandId="b1" read={{ facts, tag: '"t1"' }} canEdit={canEdit} onReload={vi.fn()} onDone={done} />
        ),
      },
    ],
    "/dashboard",
  );
  return { ...view, sent, done };
}

describe("key facts", () => {
  it("confirms what pages proposed, corrects, takes out and adds, all in one call over what was seen", async () => {
    const { user, sent, done } = open();
    const year = await screen.findByLabelText("Founded");
    await user.clear(year);
    await user.type(year, "1999");
    await user.click(screen.getByRole("button", { name: "Remove Leeds" }));
    await user.click(screen.getByRole("button", { name: "Add a fact" }));
    await user.type(screen.getByLabelText("Where it is"), "York");
    await user.click(screen.getByRole("button", { name: "Save facts" }));
    await vi.waitFor(() => expect(done).toHaveBeenCalled());
    expect(sent).toEqual([
      {
        body: {
          facts: [
            { id: "f1", kind: "founded", value: "1999" },
            { kind: "place", value: "York" },
          ],
        },
        match: '"t1"',
      },
    ]);
  });

  it("offers no kind that is full, and sends no empty fact", async () => {
    const { user, sent } = open();
    expect((await screen.findAllByRole("option")).map((option) => option.textContent)).toEqual(["Where it is"]);
    await user.click(screen.getByRole("button", { name: "Add a fact" }));
    await user.click(screen.getByRole("button", { name: "Save facts" }));
    expect(screen.getByRole("alert").textContent).toContain("Write the fact");
    expect(sent).toEqual([]);
  });

  it("can be looked at by those who may not change them", async () => {
    open(false);
    expect((await screen.findByLabelText<HTMLInputElement>("Founded")).readOnly).toBe(true);
    expect(screen.queryByRole("button", { name: /Remove|Save|Confirm|Add/ })).toBeNull();
  });
});
