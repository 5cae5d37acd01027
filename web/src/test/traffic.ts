import { http, HttpResponse } from "msw";

import type { LogUploadOut, TrafficOut } from "@/api/generated";

import { aBusiness, aUser } from "./data";
import { server } from "./server";

export const BRAND = "b1";
export const AT = `/api/v1/brands/${BRAND}/traffic`;
type Role = ReturnType<typeof aUser>["workspaces"][number]["role"];

const noDay = { search: 0, user: 0, training: 0, agent: 0, other: 0, referral: 0, people: 0 };

/** Two bots on two days, one of them refused. */
export function someTraffic(patch: Partial<TrafficOut> = {}): TrafficOut {
  return {
    from: "2026-11-01",
    to: "2026-11-28",
    limited: false,
    bots: [
      {
        bot: "GPTBot",
        purpose: "training",
        aiCrawler: true,
        requests: 412,
        errors: 400,
        verified: 380,
        contradicted: 30,
      },
      {
        bot: "OAI-SearchBot",
        purpose: "search",
        aiCrawler: true,
        requests: 1_200,
        errors: 0,
        verified: 1_200,
        contradicted: 0,
      },
    ],
    referrals: [{ assistant: "ChatGPT", requests: 40, pageViews: 25 }],
    people: 900,
    days: [
      { day: "2026-11-27", ...noDay, search: 600, training: 200, referral: 20, people: 450 },
      { day: "2026-11-28", ...noDay, search: 600, training: 212, referral: 20, people: 450 },
    ],
    statuses: [
      { bot: "OAI-SearchBot", status: 200, requests: 1_200 },
      { bot: "GPTBot", status: 403, requests: 400 },
      { bot: "GPTBot", status: 200, requests: 12 },
    ],
    shutOut: [{ bot: "GPTBot", purpose: "training", status: 403, requests: 370 }],
    ...patch,
  };
}

export const noTraffic = () => someTraffic({ bots: [], referrals: [], people: 0, days: [], statuses: [], shutOut: [] });

export function aLog(patch: Partial<LogUploadOut> = {}): LogUploadOut {
  return {
    id: "u1",
    sourceId: "s1",
    name: "access.log",
    size: 20,
    status: "receiving",
    failure: "",
    format: null,
    partBytes: 8,
    receivedBytes: 0,
    missingParts: [0, 1, 2],
    readBytes: 0,
    knownBytes: 0,
    lines: 0,
    wrongLines: 0,
    duplicates: 0,
    botRequests: 0,
    peopleRequests: 0,
    from: null,
    to: null,
    overlaps: [],
    createdAt: "2026-11-28T12:00:00Z",
    finishedAt: null,
    ...patch,
  };
}

export const aSource = (patch: object = {}) => ({
  id: "s1",
  name: "Main site",
  kind: "upload",
  tokenPrefix: null,
  receivedAt: null,
  createdAt: "2026-11-20T12:00:00Z",
  ...patch,
});

export const page = { nextCursor: null, total: null };
export const aPreview = (patch: object = {}) => ({
  format: "combined",
  problem: "",
  lines: 200,
  readableLines: 198,
  sameAs: null,
  rows: [
    {
      at: "2026-11-28T11:00:00Z",
      method: "GET",
      host: "",
      page: "/tables",
      status: 403,
      bot: "GPTBot",
      agent: "Mozilla/5.0; compatible; GPTBot/1.2",
    },
  ],
  ...patch,
});

/** A brand whose traffic is answered; uploads and sources are what is given. */
export function answerTraffic({
  traffic = someTraffic(),
  uploads = [] as LogUploadOut[],
  sources = [aSource()],
  role = "owner" as Role,
  full = true,
} = {}) {
  const [workspace] = aUser().workspaces;
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser({ workspaces: [{ ...workspace!, role }] }))),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness({ primaryBrandId: BRAND }))),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [{ id: BRAND, name: "Oak", status: "active" }] })),
    http.get("/api/subscriptions/can-access/:feature", () => HttpResponse.json({ canAccess: full })),
    http.get(AT, () => HttpResponse.json(traffic)),
    http.get(`${AT}/pages`, () =>
      HttpResponse.json({ data: [{ site: "oak.example", page: "/tables", requests: 7, errors: 7, pageViews: 0 }] }),
    ),
    http.get(`${AT}/samples`, () => HttpResponse.json({ data: [], page })),
    http.get(`${AT}/uploads`, () => HttpResponse.json({ data: uploads, page })),
    http.get(`${AT}/sources`, () => HttpResponse.json({ data: sources })),
    http.get(`${AT}/uploads/:id/preview`, () => HttpResponse.json(aPreview())),
  );
}
