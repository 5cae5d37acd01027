import type { Confirmation, Offer } from "@/features/runs/api/offer";

export const slot = (value: string) => ({ value, confidence: 90, evidence: [] });

/** What was understood of a brand. */
export function anOffer(patch: Partial<Offer> = {}): Offer {
  return {
    kind: { value: "software", confidence: 90, evidence: [] },
    category: slot("payroll software"),
    moreCategories: null,
    audience: slot("cafes"),
    place: null,
    jobs: null,
    qualities: null,
    priceFacts: null,
    namedCompetitors: null,
    language: "en",
    entry: "payroll-software",
    readable: true,
    confidence: 90,
    said: [],
    suggestions: [],
    readAt: "2026-11-23T15:00:00Z",
    ...patch,
  };
}

/** Three assistants that wait. */
export function aConfirmation(patch: Partial<Confirmation> = {}): Confirmation {
  return {
    waiting: true,
    startsAt: "2026-11-23T15:15:00Z",
    assistants: ["ChatGPT", "Gemini", "Perplexity"],
    answers: 30,
    refusal: null,
    planHelps: false,
    ...patch,
  };
}
