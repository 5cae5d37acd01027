/** The states in which screens.test.tsx reads screens: real components, the server's answers made here. */
import { fireEvent, screen } from "@testing-library/react";
import { delay, http, HttpResponse, type HttpHandler } from "msw";
import type { ReactElement } from "react";
import userEvent from "@testing-library/user-event";

import type { Summary } from "@/api/results";
import type { BusinessInfo } from "@/api/session";
import { LockedAnalytics } from "@/features/analytics/locked";
import { AuthScreen } from "@/features/auth/auth-screen";
import { PricingScreen } from "@/features/billing/pricing-screen";
import { SubscriptionScreen } from "@/features/billing/subscription-screen";
import { AddBrandScreen } from "@/features/brands/add-brand-screen";
import { BrandsScreen } from "@/features/brands/brands-screen";
import { HomepageScreen } from "@/features/findings/homepage-screen";
import { AddMaterialScreen } from "@/features/materials/add-material-screen";
import { MaterialsScreen } from "@/features/materials/materials-screen";
import { OnboardingScreen } from "@/features/onboarding/onboarding-screen";
import { DashboardHeader } from "@/features/results/dashboard-header";
import { TrendsScreen } from "@/features/trends/trends-screen";

import { aBusiness, aUser, noBusiness } from "./data";
import { renderRoutes } from "./render";
import { AT, brand, draft, none, page, query, recommendation, said, subscription } from "./screen-answers";
import { server } from "./server";
import { openShell } from "./shell";

const get = (path: string, body: object) => http.get(path, () => HttpResponse.json(body));
const refused = (feature: boolean) => get("/api/subscriptions/can-access/:feature", { canAccess: feature });

/** A screen at an address, for somebody signed in, with the answers it asks for. */
function open(
  element: ReactElement,
  at: string,
  answers: HttpHandler[] = [],
  business: BusinessInfo = aBusiness({ primaryBrandId: "b1" }),
) {
  server.use(
    ...answers,
    get("/api/user", aUser()),
    get("/api/business-info", business),
    get("/api/v1/brands", { data: [brand], counts: none, page }),
    refused(false),
  );
  return renderRoutes([{ path: at.split("?")[0] ?? at, element }], at);
}

const signedOut = http.get("/api/user", () => HttpResponse.json({ message: "Not signed in" }, { status: 401 }));

async function auth(action: string) {
  server.use(signedOut);
  const view = renderRoutes([{ path: "/auth", element: <AuthScreen /> }], `/auth?action=${action}`);
  await screen.findByLabelText("Email");
  return view;
}

async function registering() {
  server.use(http.post("/api/register", () => delay("infinite")));
  const { user } = await auth("register");
  for (const [label, text] of Object.entries({
    "First Name": "Ada",
    "Last Name": "Marsh",
    Email: "ada@example.com",
    Password: "a long password",
  }))
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  await user.click(screen.getByRole("button", { name: "Create Account" }));
}

async function document() {
  open(<OnboardingScreen />, "/onboarding", [get("/api/v1/onboarding/draft", draft)], noBusiness());
  await screen.findByRole("heading", { name: "Share your brand information" });
}

async function planPopover() {
  server.use(get("/api/v1/budget", { budget: { used: 1, limit: 20 } }));
  await openShell();
  server.use(refused(false));
  await userEvent.click(screen.getByRole("button", { name: "Current plan: Free Plan" }));
}

async function switcher() {
  await openShell();
  await userEvent.click(screen.getByRole("button", { name: /Switch brand/ }));
}

function monthlyDashboard() {
  const summary = {
    brand: { id: "b1", name: "Harrow & Pike", websiteUrl: null },
    cadence: "monthly",
    nextRunAt: "2026-12-02T12:00:00Z",
    skippedReason: null,
    activeRun: null,
    run: null,
  } as unknown as Summary;
  open(<DashboardHeader summary={summary} />, "/dashboard");
}

function homepageOnFree() {
  const card = {
    engine: "gemini",
    engineName: "Gemini",
    basis: "assistants",
    surface: "API",
    state: "answered",
    howToConnect: "",
    interpretation: said,
  };
  open(<HomepageScreen Material={() => null} Primary={() => null} />, "/dashboard/homepage?brand=b1", [
    get("/api/v1/brands/:id/recommendations", { data: [recommendation], locked: 3, page }),
    get("/api/v1/brands/:id/interpretations", {
      brandId: "b1",
      questionAbout: "Harrow & Pike",
      facts: 4,
      least: 3,
      cards: [card],
    }),
    get("/api/v1/brands/:id/summary", { basis: "assistants" }),
  ]);
}

function brands(tab: string) {
  open(<BrandsScreen />, `/dashboard/my-brands?tab=${tab}`, [
    http.get("/api/v1/brands", ({ request }) =>
      HttpResponse.json({ data: request.url.includes("filter") ? [] : [brand], counts: none, page }),
    ),
    get("/api/v1/brands/deleted", { data: [] }),
    get("/api/v1/portfolio", { data: [] }),
  ]);
}

async function brandByDocument() {
  const { user } = open(<AddBrandScreen />, "/dashboard/my-brands/add");
  await user.click(await screen.findByRole("tab", { name: "Upload Document" }));
}

function materials(tab: string, source: "document" | "website") {
  const row = {
    id: "m1",
    brandId: "b1",
    kind: "document",
    isPrimary: true,
    title: "About us",
    url: null,
    description: "",
    status: "ready",
    failure: "",
    audienceFit: 74,
    createdAt: AT,
  };
  open(<MaterialsScreen />, `/dashboard/brand-materials?brand=b1&tab=${tab}`, [
    get("/api/v1/brands", { data: [{ ...brand, source }], page }),
    http.get("/api/v1/brands/:id/materials", ({ request }) =>
      HttpResponse.json({
        data: request.url.includes("filter") ? [] : [row],
        counts: { all: 1, recent: 0, website: 0, document: 1 },
        page,
      }),
    ),
  ]);
}

async function materialByDocument() {
  const { user } = open(<AddMaterialScreen />, "/dashboard/brand-materials/add?brand=b1");
  await user.click(await screen.findByRole("tab", { name: "Document Upload" }));
}

async function noDocument() {
  await materialByDocument();
  const picker = await screen.findByLabelText("Upload Document", { selector: "input" });
  fireEvent.change(picker, { target: { files: [new File(["%PDF"], "prices.pdf", { type: "application/pdf" })] } });
}

function trending() {
  const read = {
    state: "done",
    failure: "",
    asOf: AT,
    basis: "assistants",
    answers: 40,
    source: "fan-out",
    estimated: true,
    data: [query],
    locked: 4,
  };
  open(<TrendsScreen answerDrawer={null} Brief={() => null} />, "/dashboard/trends?brand=b1&shown=1", [
    get("/api/v1/brands/:id/trends", read),
  ]);
}

async function prices(billing: "monthly" | "yearly") {
  server.use(
    signedOut,
    get("/api/v1/meta", { features: { onlinePayment: true }, engines: [], maintenance: null }),
    http.get("/api/subscriptions/plans", () => HttpResponse.error()),
  );
  renderRoutes([{ path: "/pricing", element: <PricingScreen /> }], `/pricing?billing=${billing}`);
  await screen.findByRole("heading", { name: "Scale" });
}

function subscribed() {
  open(<SubscriptionScreen />, "/dashboard/settings/subscription", [
    get("/api/subscriptions/my-subscription", {
      active: true,
      subscription,
      plan: { id: 1, name: "Pro", features: [] },
      usage: [],
    }),
    get("/api/v1/meta", { features: { onlinePayment: true }, engines: [], maintenance: null }),
    get("/api/v1/members", { data: [] }),
    get("/api/v1/subscriptions/invoices", { data: [], page }),
  ]);
}

export const states: Record<string, () => unknown> = {
  login: () => auth("login"),
  registering,
  "onboarding by document": document,
  "plan of a free workspace": planPopover,
  "brand switcher": switcher,
  "dashboard of a free plan": monthlyDashboard,
  "homepage of a free plan": homepageOnFree,
  "locked analytics": () => open(<LockedAnalytics />, "/dashboard/analytics"),
  "a brand by document": () => brands("all"),
  "no recent brand": () => brands("recent"),
  "no high visibility": () => brands("high"),
  "no low visibility": () => brands("low"),
  "adding a brand by document": brandByDocument,
  "materials of a document": () => materials("all", "document"),
  "no recent material": () => materials("recent", "website"),
  "adding a page on a free plan": () => open(<AddMaterialScreen />, "/dashboard/brand-materials/add?brand=b1"),
  "adding a document": materialByDocument,
  "adding no document": noDocument,
  "trending queries on a free plan": trending,
  "monthly prices": () => prices("monthly"),
  "annual prices": () => prices("yearly"),
  "a subscription": subscribed,
};
