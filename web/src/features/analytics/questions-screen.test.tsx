import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import { competitors as competitorWords, prompts as promptWords } from "@/lib/messages/analytics-tables";
import { questions as words } from "@/lib/messages/questions";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { QuestionsScreen } from "./questions-screen";

const prompt = (id: string, text: string, status = "active") => ({
  id,
  text,
  status,
  topic: "fees",
  intent: "discovery",
  origin: "generated",
});
const competitor = {
  id: "c1",
  name: "Marlow",
  aliases: [],
  status: "suggested",
  answers: 3,
  prompts: 2,
  engines: 2,
  exampleAnswerId: null,
  websiteUrl: null,
};

function open() {
  const sent: string[] = [];
  let status = "suggested";
  const say = (what: string, body: object) => () => (sent.push(what), HttpResponse.json(body));
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [{ id: "b1", name: "Harrow", status: "active" }] })),
    http.get("/api/v1/usage", () =>
      HttpResponse.json({
        features: [
          { feature: "prompts.max", used: 10, limit: 10 },
          { feature: "competitors.max", used: 0, limit: 2 },
        ],
      }),
    ),
    http.get("/api/v1/brands/:id/prompts", () =>
      HttpResponse.json({
        data: [prompt("p1", "What does a will cost?"), prompt("p2", "Who writes wills?", "paused")],
        page: { nextCursor: null },
      }),
    ),
    http.get("/api/v1/brands/:id/prompts/suggestions", () =>
      HttpResponse.json({ data: [prompt("p3", "Is a will valid abroad?", "suggested")], page: {} }),
    ),
    http.post("/api/v1/brands/:id/prompts/suggestions/accept-all", say("accept-all", { data: [], left: 1 })),
    http.get("/api/v1/brands/:id/competitors", () =>
      HttpResponse.json({ data: [{ ...competitor, status }], page: {} }),
    ),
    http.post(
      "/api/v1/brands/:id/competitors/suggestions/c1/accept",
      () => ((status = "tracked"), HttpResponse.json({ ...competitor, status })),
    ),
    http.post(
      "/api/v1/brands/:id/competitors/suggestions/c1/restore",
      () => ((status = "suggested"), HttpResponse.json({ ...competitor, status })),
    ),
  );
  const Offer = () => <p>The offer</p>;
  return {
    sent,
    ...renderRoutes([{ path: "/", element: <QuestionsScreen Offer={Offer} answerDrawer={null} /> }], "/"),
  };
}

const card = async (name: string) => within((await screen.findByText(name, { selector: "h2" })).closest("section")!);

describe("questions and competitors", () => {
  it("are shown with the limits of the plan and what is in use", async () => {
    open();
    const asked = await card(words.asked);
    await asked.findByText("What does a will cost?");
    asked.getByText(promptWords.paused);
    await asked.findByText(promptWords.limit(10, 10));
    await (await card(words.competitors)).findByText(competitorWords.limit(0, 2));
    screen.getByText("The offer");
  });

  it("accepts all suggested questions at once and says what found no room", async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole("button", { name: promptWords.acceptSuggestions }));
    await screen.findByText(promptWords.acceptedAll(0, 1));
    expect(sent).toEqual(["accept-all"]);
  });

  it("tracks a name found in answers with one press, and takes it back", async () => {
    const { user } = open();
    const found = await card(competitorWords.suggestions);
    await found.findByText(competitorWords.seen(3, 2, 2));
    await user.click(found.getByRole("button", { name: competitorWords.acceptOf("Marlow") }));
    await waitFor(() => expect(screen.queryByText(competitorWords.suggestions)).toBeNull());
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await card(competitorWords.suggestions);
  });
});
