import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";

import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { ExperimentView } from "./experiment-view";

const question = {
  promptId: "1",
  prompt: "Which oak table lasts?",
  before: 10,
  after: 10,
  answerBefore: "",
  answerAfter: "",
};

function open(prompts: object[]) {
  const experiment = {
    id: "w1",
    status: "completed",
    label: "",
    changes: [],
    verdict: "no expected change",
    points: 0,
    low: -1,
    high: 1,
    before: 10,
    after: 10,
    answers: 10,
    prompts,
    actual: null,
  };
  server.use(http.get("/api/v1/what-if/:id", () => HttpResponse.json(experiment)));
  renderRoutes([{ path: "/", element: <ExperimentView id="w1" onAgain={() => undefined} /> }], "/");
}

describe("an experiment without an expected change", () => {
  it("says that no answer changed", async () => {
    open([question, { ...question, promptId: "2" }]);
    expect(await screen.findByText(/leaves the simulator's answers as they are/)).toBeTruthy();
  });

  it("says how few questions changed when some did", async () => {
    open([question, { ...question, promptId: "2", after: 90 }]);
    expect(await screen.findByText(/1 of 2 questions are answered otherwise: too few/)).toBeTruthy();
  });
});
