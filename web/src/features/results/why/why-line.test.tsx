import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { why as words } from "@/lib/messages/why";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { Why } from "../api/why";
import { WhyLine } from "./why-line";

const part = { low: null, high: null, details: [] };
const explained: Why = {
  metric: "content",
  runId: "r2",
  at: "2026-11-20T09:00:00Z",
  beforeRunId: "r1",
  beforeAt: "2026-11-13T09:00:00Z",
  unexplained: null,
  number: {
    before: 40,
    after: 47,
    points: 7,
    delta: null,
    summary: "Content AI Visibility rose from 40 to 47.",
    parts: [
      { ...part, cause: "questions", points: 5, details: ["Added: Which boots last?"] },
      { ...part, cause: "engines", points: 0 },
      { ...part, cause: "answers", points: 2, low: -1, high: 5 },
    ],
    noiseShare: 57.4,
    sharedQuestions: 12,
    movement: [
      {
        kind: "topic",
        key: "boots",
        label: "Boots",
        points: 2,
        before: 40,
        after: 44,
        countBefore: 3,
        countAfter: 3,
        answersBefore: ["a1"],
        answersAfter: ["a2"],
      },
    ],
  },
};

function open(why: Why) {
  server.use(http.get("/api/v1/brands/b1/changes/r2/why", () => HttpResponse.json(why)));
  return renderRoutes([{ path: "/", element: <WhyLine brandId="b1" runId="r2" /> }], "/");
}

it("says in one sentence why the score changed and opens to its parts", async () => {
  open(explained);
  expect(await screen.findByText("Content AI Visibility rose from 40 to 47.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: words.open }));
  const drawer = within(await screen.findByRole("dialog", { name: words.title }));
  expect(drawer.getByText("Added: Which boots last?")).toBeTruthy();
  expect(drawer.getByText(new RegExp(words.noise(57).replaceAll(".", "\\.")))).toBeTruthy();
  expect(drawer.queryByText(words.causes.engines)).toBeNull();
});

it("opens the answers behind a movement", async () => {
  open(explained);
  await userEvent.click(await screen.findByRole("button", { name: words.open }));
  await userEvent.click(await screen.findByText("Boots"));
  expect(screen.getByRole("button", { name: words.openBefore("Boots", 1) })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: words.openAfter("Boots", 1) }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("offers only the kinds in which something moved by what can be shown", async () => {
  const [topic] = explained.number!.movement;
  const movement = [
    { ...topic!, points: 0.04 },
    { ...topic!, kind: "engine" as const, key: "chatgpt", label: "ChatGPT", points: -3 },
  ];
  const parts = [{ ...part, cause: "model" as const, points: 0.04 }, ...explained.number!.parts];
  open({ ...explained, number: { ...explained.number!, movement, parts } });
  await userEvent.click(await screen.findByRole("button", { name: words.open }));
  expect(await screen.findByText("ChatGPT")).toBeTruthy();
  expect(screen.getAllByRole("radio").map((one) => one.textContent)).toEqual([words.kinds.engine]);
  expect(screen.queryByText("Boots")).toBeNull();
  expect(screen.queryByText(words.causes.model)).toBeNull();
});

it("says nothing where there is nothing to explain", async () => {
  const { container } = open({ ...explained, number: null, unexplained: "first_run" });
  await expect(screen.findByRole("button", undefined, { timeout: 300 })).rejects.toThrow();
  expect(container.textContent).not.toContain("Visibility");
});

it("tells two analyses of one day apart by their times", async () => {
  open({ ...explained, beforeAt: "2026-11-20T08:00:00Z" });
  await userEvent.click(await screen.findByRole("button", { name: words.open }));
  const drawer = await screen.findByRole("dialog", { name: words.title });
  expect(drawer.textContent?.match(/November 20, 2026/g)).toHaveLength(1);
});
