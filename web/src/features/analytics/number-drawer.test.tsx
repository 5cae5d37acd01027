import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { ReadingCell } from "@/components/charts/reading";
import { MetricInfo } from "@/components/metrics/metric-info";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { AnswerBrief } from "./api";
import { VoiceCard } from "./voice-card";
import { Workspace } from "./analytics-tabs";

const reading = { unit: "percent", value: 62.5, low: 50, high: 74, n: 8, prompts: 4, hits: 5, delta: null };
const group = (key: string, label: string) => ({
  key,
  label,
  prompt: null,
  answers: 8,
  failed: 1,
  rivals: null,
  lastAskedAt: null,
  tones: null,
  values: { shareOfVoice: reading, mentionRate: reading, sentiment: reading },
});
const metrics = {
  range: { from: "2026-08-25", to: "2026-11-22", timeZone: "UTC" },
  compare: null,
  clipped: false,
  compareClipped: false,
  historyFrom: "2025-11-23",
  asOf: "2026-11-22T08:00:00Z",
  basis: "assistants",
  runs: 3,
  groupBy: null,
  metrics: [],
  series: [],
};

function serve(): string[] {
  const asked: string[] = [];
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/engines", () => HttpResponse.json([])),
    http.get("/api/v1/brands/b1/topics", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/brands/b1/competitors", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/brands/b1/mentions/review", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/method", () =>
      HttpResponse.json({
        metrics: [
          {
            name: "shareOfVoice",
            label: "Share of voice",
            formula: "Answers naming the brand ÷ those naming anybody",
            unit: "percent",
            interval: "Wilson",
          },
        ],
        versions: { scoreModel: "content-v1" },
      }),
    ),
    http.get("/api/v1/brands/b1/metrics", () =>
      HttpResponse.json({ ...metrics, groups: [group("brand", "Harrow"), group("c1", "Fenwick")] }),
    ),
    http.get("/api/v1/brands/b1/answers", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({
        data: [{ id: "a1", prompt: "Which table lasts?" }],
        page: { nextCursor: null, total: 8 },
      });
    }),
  );
  return asked;
}

const AnswerList = ({ answers }: { answers: AnswerBrief[] }) =>
  answers.map((answer) => <p key={answer.id}>{answer.prompt}</p>);
const workspace = (
  <Workspace brandId="b1" AnswerList={AnswerList} ImportButton={() => null} Planner={() => null} answerDrawer={null} />
);

it("opens a share to its formula, its inputs and the answers it was counted from", async () => {
  const asked = serve();
  const { user } = renderRoutes(
    [
      {
        path: "/",
        element: (
          <>
            <VoiceCard brandId="b1" />
            {workspace}
          </>
        ),
      },
    ],
    "/?tab=answers&range=7d",
  );
  await user.click(
    (
      await screen.findAllByRole("link", { name: /^Share of voice, Fenwick:\s*62.5 %.*Open the answers behind it$/ })
    )[0]!,
  );
  const drawer = await screen.findByRole("dialog", { name: "Share of voice" });
  expect(await within(drawer).findByText("Answers naming the brand ÷ those naming anybody")).toBeTruthy();
  expect(within(drawer).getByText("5 of 8")).toBeTruthy();
  expect(await within(drawer).findByText("Which table lasts?")).toBeTruthy();
  expect(within(drawer).getByRole("link", { name: "How we measure" }).getAttribute("href")).toBe(
    "/method#formula-shareOfVoice",
  );
  const behind = asked.map((search) => new URLSearchParams(search)).find((search) => search.get("entity") === "c1");
  expect(behind?.get("counted")).toBe("true"); // of the basis of the number, and of no question asked alone
  expect(behind?.get("from")).toBeTruthy();
  await user.click(within(drawer).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog", { name: "Share of voice" })).toBeNull();
});

it("does not take a competitor that is no longer measured for the brand", async () => {
  serve();
  renderRoutes([{ path: "/", element: workspace }], "/?tab=answers&number=shareOfVoice&of=competitor:gone");
  const drawer = await screen.findByRole("dialog", { name: "Share of voice" });
  expect(await within(drawer).findByText("Not measured in these days")).toBeTruthy();
  expect(within(drawer).queryByText("Your brand")).toBeNull();
});

it.each([
  ["formula", "/api/v1/method", "Answers naming the brand ÷ those naming anybody"],
  ["answers", "/api/v1/brands/b1/answers", "Which table lasts?"],
])("says that the %s could not be had, and asks again", async (_, path, shown) => {
  serve();
  let failing = true;
  server.use(
    http.get(path, () => (failing ? HttpResponse.json({ message: "Out of order." }, { status: 500 }) : undefined)),
  );
  const { user } = renderRoutes(
    [{ path: "/", element: workspace }],
    "/?tab=answers&number=shareOfVoice&of=competitor:c1",
  );
  const drawer = within(await screen.findByRole("dialog", { name: "Share of voice" }));
  expect(await drawer.findByText("Out of order.")).toBeTruthy();
  failing = false;
  await user.click(drawer.getByRole("button", { name: "Retry" }));
  expect(await drawer.findByText(shown)).toBeTruthy();
});

it("says of a number that opens what it was counted from, to the keyboard as well", async () => {
  serve();
  const { user } = renderRoutes(
    [
      {
        path: "/",
        element: (
          <ReadingCell
            reading={{ ...reading, unit: "percent" }}
            open={{ to: "?number=mentionRate", name: "Mention rate" }}
          />
        ),
      },
    ],
    "/",
  );
  await user.tab();
  expect(document.activeElement?.textContent).toContain("62.5 %");
  expect((await screen.findByRole("tooltip")).textContent).toBe("5 of 8 · n = 8 answers");
});

it("tells of a metric's name what it means and leads to its place on the method page", async () => {
  serve();
  const { user } = renderRoutes(
    [{ path: "/", element: <MetricInfo metric="shareOfVoice" name="Share of voice" counted="n = 8 answers" /> }],
    "/",
  );
  await user.click(await screen.findByRole("button", { name: "About Share of voice" }));
  const panel = await screen.findByRole("dialog", { name: "About Share of voice" });
  expect(await within(panel).findByText("Answers naming the brand ÷ those naming anybody")).toBeTruthy();
  expect(within(panel).getByText("n = 8 answers")).toBeTruthy();
  expect(within(panel).getByText("content-v1")).toBeTruthy();
  expect(within(panel).getByRole("link", { name: "How we measure" }).getAttribute("href")).toBe(
    "/method#formula-shareOfVoice",
  );
});
