import type { BusinessInfo, CurrentUser } from "@/api/session";

export function aUser(patch: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: "0193a0d0-0000-7000-8000-000000000001",
    firstName: "Ada",
    lastName: "Marsh",
    email: "ada@example.com",
    emailVerified: true,
    locale: "en",
    timeZone: "Europe/London",
    createdAt: "2026-11-01T09:00:00Z",
    plan: null,
    workspaces: [
      {
        id: "0193a0d0-0000-7000-8000-0000000000aa",
        name: "Harrow & Pike",
        role: "owner",
        paused: false,
        example: false,
      },
    ],
    currentWorkspaceId: "0193a0d0-0000-7000-8000-0000000000aa",
    secondFactorDue: false,
    ...patch,
  };
}

const nothing: BusinessInfo = {
  businessName: null,
  businessDescription: null,
  businessType: null,
  language: null,
  location: null,
  websiteUrl: null,
  targetAudience: null,
  wizardCompleted: false,
  firstName: null,
  lastName: null,
  phone: null,
  email: null,
  address1: null,
  address2: null,
  city: null,
  postalCode: null,
  description: null,
  primaryBrandId: null,
  plan: null,
  source: null,
  timeZone: null,
};

/** The answer before any business exists. */
export function noBusiness(): BusinessInfo {
  return { ...nothing };
}

export function aBusiness(patch: Partial<BusinessInfo> = {}): BusinessInfo {
  return {
    ...nothing,
    businessName: "Harrow & Pike",
    businessDescription: "Hand-made oak furniture for small homes.",
    websiteUrl: "https://harrowpike.example",
    targetAudience: "People furnishing small flats",
    wizardCompleted: true,
    primaryBrandId: "0193a0d0-0000-7000-8000-0000000000bb",
    source: "website",
    ...patch,
  };
}

/** A plan whose grace is over: a bill is open and its features are closed. */
export function anUnpaidPlan(): NonNullable<BusinessInfo["plan"]> {
  return {
    id: 2,
    name: "Growth",
    billingFrequency: "monthly",
    active: false,
    status: "past_due",
    accessUntil: "2026-01-03T12:00:00Z",
  };
}
