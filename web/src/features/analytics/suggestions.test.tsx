import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { type Competitor } from "./api";
import { competitorsQuery } from "./api/competitors";
import { CompetitorSuggestions } from "./competitor-suggestions";
import { PromptSuggestions } from "./prompt-suggestions";

/** One suggestion that the server dismisses and brings back as it is asked to. */
function serve(kind: "prompts" | "competitors", row: { id: string }) {
  let shown = true;
  const list = () => HttpResponse.json({ data: shown ? [row] : [], page: {} });
  const decide = (verdict: boolean) => () => ((shown = verdict), HttpResponse.json(row));
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/usage", () => HttpResponse.json({ features: [] })),
    http.get("/api/v1/brands/b1/prompts/suggestions", list),
    http.get("/api/v1/brands/b1/competitors", list),
    http.post(`/api/v1/brands/b1/${kind}/suggestions/${row.id}/dismiss`, decide(false)),
    http.post(`/api/v1/brands/b1/${kind}/suggestions/${row.id}/restore`, decide(true)),
  );
}

function Names() {
  const rows = useQuery(competitorsQuery("b1")).data?.data ?? [];
  return <CompetitorSuggestions brandId="b1" suggested={rows} tracked={[]} canEdit />;
}

it.each([
  [
    "a question",
    "prompts",
    {
      id: "p1",
      text: "Which desks last?",
      topic: "desks",
      intent: "discovery",
      status: "suggested",
      origin: "generated",
    },
    <PromptSuggestions key="p" brandId="b1" canEdit />,
    "Which desks last?",
  ],
  [
    "a name",
    "competitors",
    { id: "c1", name: "Marlow", aliases: [], status: "suggested", answers: 3, prompts: 2, exampleAnswerId: null },
    <Names key="c" />,
    "Marlow",
  ],
] as const)("dismissing %s can be undone, which brings it back", async (_, kind, row, element, text) => {
  serve(kind, row);
  const { user } = renderRoutes([{ path: "/", element }], "/");
  await screen.findByText(text);
  await user.click(screen.getByRole("button", { name: /^Dismiss/ }));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText(text);
});

it("lists the names that most answers put forward first", async () => {
  const row = { aliases: [], status: "suggested", prompts: 1, exampleAnswerId: null };
  const suggested = [
    { ...row, id: "c1", name: "Marlow", answers: 2 },
    { ...row, id: "c2", name: "Odell", answers: 9 },
  ] as unknown as Competitor[];
  serve("competitors", { id: "c1" });
  const element = <CompetitorSuggestions brandId="b1" suggested={suggested} tracked={[]} canEdit />;
  renderRoutes([{ path: "/", element }], "/");
  const names = (await screen.findAllByRole("listitem")).map((item) => item.textContent?.slice(0, 5));
  expect(names).toEqual(["Odell", "Marlo"]);
});
