import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";

import type { BusinessInfo, PlanSummary } from "@/api/session";
import { Shell } from "@/features/shell/shell";

import { aBusiness, aUser } from "./data";
import { renderRoutes } from "./render";
import { server } from "./server";

const routes = [
  {
    element: <Shell title="Trends" headerSlot={<p>run pill</p>} />,
    children: [{ path: "/dashboard/*", element: <p>section</p> }],
  },
  { path: "*", element: <p>elsewhere</p> },
];

export const pro: PlanSummary = {
  id: 1,
  name: "Pro",
  status: "active",
  billingFrequency: "yearly",
  active: true,
  accessUntil: null,
};
const brands = [
  { id: "b1", name: "Harrow & Pike", websiteUrl: null, isPrimary: true, status: "active", overall: 48 },
  { id: "b2", name: "Pike Outdoor", websiteUrl: null, isPrimary: false, status: "active", overall: null },
];

/** A page of notifications as the server sends it. */
export const aBell = (lines: object[] = [], unread = lines.length) => ({
  data: lines,
  page: { nextCursor: null, prevCursor: null, limit: 20, total: null, totalIsExact: false },
  unread,
});

/** The shell around an empty section, signed in; further handlers go in front with `server.use`. */
export async function openShell(
  business: BusinessInfo = aBusiness({ primaryBrandId: "b1" }),
  at = "/dashboard/trends",
) {
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser({ plan: business.plan }))),
    http.get("/api/business-info", () => HttpResponse.json(business)),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: brands })),
    http.get("/api/v1/brands/:id/views", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/notifications", () => HttpResponse.json(aBell())),
    http.get("/api/subscriptions/can-access/:feature", () => HttpResponse.json({ canAccess: true })),
  );
  const view = renderRoutes(routes, at);
  await screen.findByRole("button", { name: "Account menu" });
  return view;
}
