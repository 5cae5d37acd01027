import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import { clock } from "@/lib/format";
import { common } from "@/lib/messages/common";
import { signedIn } from "@/lib/messages/signed-in";
import { offer as words } from "@/lib/messages/offer";
import { dashboard } from "@/lib/messages/visibility";
import { aBusiness, aUser } from "@/test/data";
import { aConfirmation, anOffer, slot } from "@/test/offer";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { Confirmation, Offer } from "../api/offer";

import { OfferCard } from "./offer-card";

type Scene = { role?: string; confirmation?: Confirmation; activeRunId?: string | null };

function open(
  first: Offer,
  { role = "owner", confirmation = aConfirmation({ waiting: false }), activeRunId = null }: Scene = {},
) {
  let held = confirmation;
  const sent: unknown[] = [];
  let now = first;
  const me = aUser();
  server.use(
    http.get("/api/user", () => HttpResponse.json({ ...me, workspaces: [{ ...me.workspaces[0]!, role }] })),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands/b1/offer", () => HttpResponse.json(now)),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [{ id: "b1", name: "Harrow", status: "active" }] })),
    http.get("/api/v1/brands/b1/confirmation", () => HttpResponse.json(held)),
    http.post("/api/v1/brands/b1/confirmation", () => {
      sent.push("confirmed");
      held = aConfirmation({ waiting: false });
      return HttpResponse.json({ id: "r2" }, { status: 202 });
    }),
    http.patch("/api/v1/brands/b1/offer", async ({ request }) => {
      const change = (await request.json()) as Record<string, string | null>;
      sent.push(change);
      const [[name, value]] = Object.entries(change) as [[string, string | null]];
      const taken = value === null;
      now = taken ? first : { ...now, [name]: value ? slot(value) : null, readable: true, said: [...now.said, name] };
      return HttpResponse.json(now);
    }),
  );
  return {
    sent,
    ...renderRoutes(
      [
        {
          path: "*",
          element: (
            <OfferCard
              brandId="b1"
              activeRunId={activeRunId}
              review={<p>The questions</p>}
              offered={<p>Other questions</p>}
            />
          ),
        },
      ],
      "/dashboard",
    ),
  };
}

const chip = (name: keyof typeof words.slots, value: string) =>
  screen.findByRole("button", { name: words.change(words.slots[name], value) });

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

  it("is not called changed when nothing was typed", async () => {
    const { user, sent } = open(anOffer({ category: slot("oak furniture") }));
    await user.click(await screen.findByRole("button", { name: /Change “What it is”/ }));
    await user.clear(screen.getByRole("textbox", { name: words.slots.category }));
    await user.click(screen.getByRole("button", { name: words.save }));
    screen.getByText(words.empty);
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
    const { user, sent } = open(
      anOffer({ kind: null, category: null, readable: false, suggestions: ["roofer", "thatcher", "carpenter"] }),
    );
    await screen.findByRole("heading", { name: words.ask });
    await user.click(screen.getByRole("button", { name: "thatcher" }));
    await chip("category", "thatcher");
    expect(screen.queryByText(words.ask)).toBeNull();
    expect(sent).toEqual([{ category: "thatcher" }]);
    expect(document.activeElement).toBe(screen.getByRole("region", { name: words.title }));
  });

  it("asks about a guess, which one press makes certain", async () => {
    const { user, sent } = open(anOffer({ category: slot("roofer"), suggestions: ["roofer", "thatcher"] }));
    await screen.findByText(words.guessText);
    await user.click(screen.getByRole("button", { name: "roofer" }));
    await waitFor(() => expect(screen.queryByText(words.guessText)).toBeNull());
    expect(sent).toEqual([{ category: "roofer" }]);
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
    server.use(
      http.get("/api/v1/brands/b1/offer", () => HttpResponse.json({ message: "Down." }, { status: 500 }), {
        once: true,
      }),
    );
    await user.click(await screen.findByRole("button", { name: common.retry }));
    await screen.findByText("payroll software");
  });
});

describe("assistants that wait for a confirmation", () => {
  const soon = () => new Date(Date.now() + 9 * 60_000).toISOString();
  const past = () => new Date(Date.now() - 1_000).toISOString();
  const names = "ChatGPT, Gemini, and Perplexity";

  it("are asked with one press, with what can be looked through above it and the time at which they are asked anyway", async () => {
    const startsAt = soon();
    const { user, sent } = open(anOffer(), { confirmation: aConfirmation({ startsAt }) });
    await screen.findByRole("heading", { name: words.confirmTitle });
    screen.getByText("The questions");
    expect(screen.queryByText("Other questions")).toBeNull();
    screen.getByText(words.atLatest(names, 30, words.byItself(clock(startsAt))));
    await user.click(screen.getByRole("button", { name: words.askNow(names) }));
    await screen.findByRole("heading", { name: words.title });
    expect(sent).toEqual(["confirmed"]);
    expect(document.activeElement).toBe(screen.getByRole("region", { name: words.title }));
    expect(screen.queryByText("The questions")).toBeNull();
    screen.getByText("Other questions");
  });

  it("say until the first analysis has ended that they follow it", async () => {
    open(anOffer(), { confirmation: aConfirmation({ startsAt: past() }), activeRunId: "r1" });
    await screen.findByText(words.afterThis(names));
    expect(screen.queryByRole("button", { name: words.askNow(names) })).toBeNull();
  });

  it("stay with the reason and what to do when the plan's answers are used up", async () => {
    const refusal = "None of the 30 answers of your plan are left.";
    open(anOffer(), { confirmation: aConfirmation({ refusal, planHelps: true }) });
    await screen.findByText(refusal);
    screen.getByRole("link", { name: dashboard.seePlans });
    screen.getByRole("link", { name: dashboard.ownKey });
    expect(screen.queryByRole("button", { name: words.askNow(names) })).toBeNull();
  });

  it("stay without a word of plans when the money of the day is used up", async () => {
    const refusal =
      "The assistants have answered as many questions today as all customers together may ask on our keys.";
    open(anOffer(), { confirmation: aConfirmation({ refusal }) });
    await screen.findByText(refusal);
    screen.getByRole("link", { name: dashboard.ownKey });
    expect(screen.queryByRole("link", { name: dashboard.seePlans })).toBeNull();
  });

  it("are started by nobody who may only look", async () => {
    open(anOffer(), { role: "viewer", confirmation: aConfirmation({ startsAt: soon() }) });
    await screen.findByText(signedIn.readOnly);
    expect(screen.queryByRole("button")).toBeNull();
  });
});
