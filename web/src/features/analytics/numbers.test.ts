import { describe, expect, it } from "vitest";

import { toCsv } from "@/lib/csv";
import { movementText, pointText } from "@/lib/readings";
import type { Group, Metrics, Reading } from "./api";
import { splitsOf } from "./disagreement";
import { rowsOf } from "./platforms";
import { sitesOf } from "./prompt-sources";

const reading = (patch: Partial<Reading> = {}): Reading => ({
  unit: "percent",
  value: 50,
  low: 40,
  high: 60,
  n: 10,
  prompts: 5,
  hits: 5,
  delta: null,
  ...patch,
});
const group = (key: string, rate: Reading | null, label = key): Group => ({
  key,
  label,
  prompt: null,
  values: { mentionRate: rate },
  answers: rate?.n ?? 0,
  failed: 0,
  rivals: null,
  lastAskedAt: null,
  tones: null,
});
const metrics = (...groups: Group[]) => ({ groups }) as Metrics;

describe("numbers in words", () => {
  it("wear their interval", () => {
    expect(pointText({ value: 62.5, low: 55, high: 68 }, "percent")).toBe("62.5 % (55–68)");
    expect(pointText({ value: 2.4, low: 1.9, high: 3 }, "rank")).toBe("2.4 (1.9–3.0)");
    expect(pointText({ value: 62.4, low: 62.4, high: 62.4 }, "score100")).toBe("62");
    expect(pointText({ value: null, low: null, high: null }, "percent")).toBe("---");
  });

  it("keep colour for what really moved, and know that a lower rank is better", () => {
    expect(movementText({ points: 8.2, verdict: "moved" }, "percent")).toEqual({ text: "+8 points", tone: "good" });
    expect(movementText({ points: 0.6, verdict: "moved" }, "rank")).toEqual({ text: "+0.6 places", tone: "attention" });
    expect(movementText({ points: 8.2, verdict: "within noise" }, "percent").tone).toBe("muted");
    expect(movementText({ points: 8.2, verdict: "probably moving" }, "percent")).toEqual({
      text: "probably moving",
      tone: "muted",
    });
    expect(movementText({ points: null, verdict: "not enough data" }, "percent").text).toBe("not enough data yet");
    expect(movementText(null, "percent")).toEqual({ text: "not compared", tone: "muted" });
  });
});

describe("where engines disagree", () => {
  it("the widest apart come first and what one engine alone answered is left out", () => {
    const splits = splitsOf([
      {
        engine: "chatgpt",
        metrics: metrics(
          group("near", reading({ hits: 3, n: 4 })),
          group("far", reading({ hits: 4, n: 4 })),
          group("alone", reading()),
        ),
      },
      {
        engine: "claude",
        metrics: metrics(group("near", reading({ hits: 2, n: 4 })), group("far", reading({ hits: 0, n: 4 }))),
      },
    ]);
    expect(splits.map(({ prompt, spread }) => [prompt, spread])).toEqual([
      ["far", 1],
      ["near", 0.25],
    ]);
  });

  it("an engine without a valid answer says nothing", () => {
    const silent = { engine: "claude", metrics: metrics(group("far", reading({ hits: 0, n: 0 }))) };
    expect(splitsOf([{ engine: "chatgpt", metrics: metrics(group("far", reading())) }, silent])).toEqual([]);
  });
});

describe("platforms", () => {
  const engine = (id: string, name: string, status: string, basis = "assistants") =>
    ({ id, name, status, basis, enabledOnPlan: true }) as never;

  it("stand by mention rate, those without data last in the product's order, none omitted", () => {
    const engines = [
      engine("perplexity", "Perplexity", "not-connected"),
      engine("claude", "Claude", "connected"),
      engine("gemini", "Gemini", "not-connected"),
      engine("chatgpt", "ChatGPT", "connected"),
      engine("compatible", "OpenAI-compatible server", "not-connected"),
      engine("simulator", "Simulator", "connected", "simulator"),
    ];
    const rows = rowsOf([group("chatgpt", reading({ value: 20 })), group("claude", reading({ value: 70 }))], engines);
    expect(rows.map((row) => row.name)).toEqual(["Claude", "ChatGPT", "Google Gemini", "Perplexity"]);
  });
});

describe("sources of answers", () => {
  it("count an answer once per site, as cited when it cites it at all", () => {
    const page = (domain: string, kind: "cited" | "retrieved") => ({ domain, kind }) as never;
    const sites = sitesOf([
      { citations: [page("a.example", "retrieved"), page("a.example", "cited"), page("b.example", "retrieved")] },
      { citations: [page("a.example", "cited")] },
      { citations: null },
    ]);
    expect(sites).toEqual([
      { domain: "a.example", cited: 2, retrieved: 0 },
      { domain: "b.example", cited: 0, retrieved: 1 },
    ]);
  });
});

describe("CSV", () => {
  it("quotes what needs it and defuses formulas", () => {
    expect(
      toCsv(
        ["name", "n"],
        [
          ['Oak "& Co", Ltd', 3],
          ["=1+1", null],
        ],
      ),
    ).toBe('name,n\r\n"Oak ""& Co"", Ltd",3\r\n\'=1+1,\r\n');
  });
});
