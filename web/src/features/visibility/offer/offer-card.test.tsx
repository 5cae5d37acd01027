import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import { common } from "@/lib/messages/common";
import { offer as words } from "@/lib/messages/offer";
import { aBusiness, aUser } from "@/test/data";
import { anOffer, slot } from "@/test/offer";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { Offer } from "../api/offer";

import { OfferCard } from "./offer-card";

function open(first: Offer, { role = "owner" } = {}) {
  const sent: unknown[] = [];
  let now = first;
  const me = aUser();
  server.use(
    http.get("/api/user", () => HttpResponse.json({ ...me, workspaces: [{ ...me.workspaces[0]!, role }] })),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands/b1/offer", () => HttpResponse.json(now)),
    http.patch("/api/v1/brands/b1/offer", async ({ request }) => {
      const change = (await request.json()) as Record<string, string | null>;
      sent.push(change);
      const [[name, value]] = Object.entries(change) as [[string, string | null]];
      const taken = value === null;
      now = taken ? first : { ...now, [name]: value ? slot(value) : null, readable: true, said: [...now.said, name] };
      return HttpResponse.json(now);
    }),
  );
  return { sent, ...renderRoutes([{ path: "*", element: <OfferCard brandId="b1" /> }], "/dashboard") };
}

const chip = (name: keyof typeof words.slots, value: string) => screen.findByRole("button", { name: words.change(words.slots[name], value) });

describe("what we understood", () => {
  it("is changed in place, and a toast takes it back", async () => {
    const { user, sent } = open(anOffer());
    await user.click(await chip("category", "payroll software"));
    const field = screen.getByLabelText(words.slots.category);
    expect(document.activeElement).toBe(field);
    await user.clear(field);
    await user.type(field, "accounting software{Enter}");
    await chip("category", "accounting software");
    screen.getByText(words.said);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await chip("category", "payroll software");
    expect(sent).toEqual([{ category: "accounting software" }, { category: null }]);
  });

  it("is left as it was with Escape, and nothing is sent for an unchanged word", async () => {
    const { user, sent } = open(anOffer());
    await user.click(await chip("audience", "cafes"));
    await user.type(screen.getByLabelText(words.slots.audience), "x{Escape}");
    expect(document.activeElement).toBe(await chip("audience", "cafes"));
    await user.click(await chip("audience", "cafes"));
    await user.keyboard("{Enter}");
    await chip("audience", "cafes");
    expect(sent).toEqual([]);
  });

  it("can say that there is no place, and take back what was said", async () => {
    const { user, sent } = open(anOffer({ place: slot("Leeds"), said: ["place"] }));
    await user.click(await chip("place", "Leeds"));
    await user.clear(screen.getByLabelText(words.slots.place));
    await user.keyboard("{Enter}");
    await user.click(await chip("place", words.unknown));
    await user.click(screen.getByRole("button", { name: words.takeBack }));
    await waitFor(() => expect(sent).toEqual([{ place: "" }, { place: null }]));
  });

  it("asks what a customer would search for when it could not be read", async () => {
    const { user, sent } = open(anOffer({ kind: null, category: null, readable: false, suggestions: ["roofer", "thatcher", "carpenter"] }));
    await screen.findByRole("heading", { name: words.ask });
    await user.click(screen.getByRole("button", { name: "thatcher" }));
    await chip("category", "thatcher");
    expect(screen.queryByText(words.ask)).toBeNull();
    expect(sent).toEqual([{ category: "thatcher" }]);
  });

  it("says that pages are being read before anything is known", async () => {
    open(anOffer({ kind: null, category: null, audience: null, readable: false, readAt: null }));
    await screen.findByText(words.reading);
    expect(screen.queryByText(words.ask)).toBeNull();
  });

  it("is only shown to who may not change a brand", async () => {
    open(anOffer(), { role: "editor" });
    await screen.findByText("payroll software");
    screen.getByText(words.textRead);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("says why it is not there and is asked for again", async () => {
    const { user } = open(anOffer());
    server.use(http.get("/api/v1/brands/b1/offer", () => HttpResponse.json({ message: "Down." }, { status: 500 }), { once: true }));
    await user.click(await screen.findByRole("button", { name: common.retry }));
    await screen.findByText("payroll software");
  });
});
