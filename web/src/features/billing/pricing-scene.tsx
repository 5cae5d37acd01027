/** The price list as the tests of it open it. */
import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";

import type { BusinessInfo, Role } from "@/api/session";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { MySubscription } from "./api";
import { PricingScreen } from "./pricing-screen";

export const routes = [
  { path: "/pricing", element: <PricingScreen /> },
  { path: "*", element: <p>elsewhere</p> },
];
const free: MySubscription = { active: false, subscription: null, plan: null, usage: [] };
export const growth: MySubscription = {
  active: true,
  subscription: {
    status: "active",
    billingFrequency: "yearly",
    currentPeriodStart: "2026-11-01T12:00:00Z",
    currentPeriodEnd: "2027-11-01T12:00:00Z",
    cancelAtPeriodEnd: false,
    endDate: null,
    accessUntil: "2027-11-01T12:00:00Z",
    trialEnd: null,
    processor: "stripe",
  },
  plan: { id: 2, name: "Growth", features: ["3 websites"] },
  usage: [],
};

type Options = {
  at?: string;
  mine?: MySubscription | null;
  role?: Role;
  online?: boolean;
  plan?: BusinessInfo["plan"];
};

/** `mine: null` is a visitor who is not signed in. */
export async function open({ at = "/pricing", mine = free, role = "owner", online = true, plan = null }: Options = {}) {
  const user = aUser();
  const workspaces = user.workspaces.map((workspace) => ({ ...workspace, role }));
  server.use(
    http.get("/api/user", () =>
      mine
        ? HttpResponse.json({ ...user, workspaces })
        : HttpResponse.json({ message: "Not signed in" }, { status: 401 }),
    ),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness({ plan }))),
    http.get("/api/subscriptions/my-subscription", () => HttpResponse.json(mine)),
    http.get("/api/v1/meta", () =>
      HttpResponse.json({ features: { onlinePayment: online }, engines: [], maintenance: null }),
    ),
    http.get("/api/v1/members", () =>
      HttpResponse.json({
        data: [
          {
            userId: "u1",
            firstName: "Nora",
            lastName: "Field",
            email: "nora@example.com",
            role: "owner",
            paused: false,
          },
        ],
      }),
    ),
  );
  const view = renderRoutes(routes, at);
  await screen.findByText(mine?.plan ? /^Your current plan: Growth/ : "Your current plan: Free (Monthly)");
  // A dialog that is already open hides the page behind it from roles.
  await screen.findByRole("heading", { name: "Scale", hidden: true });
  return view;
}

export const card = (plan: string) => {
  const item = screen.getByRole("heading", { name: plan }).closest("li");
  if (!item) throw new Error(`no card for ${plan}`);
  return within(item);
};
export const choose = (plan: string) => card(plan).getByRole("button");

export function answerCheckout(answer: () => Response | Promise<Response>) {
  const bodies: unknown[] = [];
  server.use(
    http.post("/api/subscriptions/checkout", async ({ request }) => {
      bodies.push(await request.json());
      return answer();
    }),
  );
  return bodies;
}
