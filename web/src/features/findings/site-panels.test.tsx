import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { site as words } from "@/lib/messages/advice";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { BotMatrix } from "./site-panels";

const bot = (name: string, verdict: string) => ({
  name,
  vendor: "Maker",
  purpose: "search",
  verdict,
  pagesBlocked: 0,
  pagesJudged: 5,
  line: null,
  lineNumber: null,
  byUserAgent: "ok",
  userAgentReason: "",
});

it("lists the bots that are kept out, and the others on request", async () => {
  const bots = [bot("OpenBot", "allowed"), bot("ShutBot", "blocked"), bot("FreeBot", "allowed")];
  server.use(http.get("/api/v1/brands/b1/bot-access", () => HttpResponse.json({ bots })));
  renderRoutes([{ path: "/", element: <BotMatrix brandId="b1" /> }], "/");
  const others = (await screen.findByText(words.othersLetIn(2))).closest("details")!;
  expect(others.open).toBe(false);
  expect(within(others).queryByText("ShutBot")).toBeNull();
  expect(within(others).getAllByText(/^(Open|Free)Bot$/).length).toBeGreaterThan(0);
  expect(screen.getAllByText("ShutBot").length).toBeGreaterThan(0);
});
