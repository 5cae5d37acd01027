import type { BusinessInfo } from "@/api/session";
import { browserLanguage, browserMarket, browserZone, marketOfWebsite } from "@/lib/locales";
import { onboarding } from "@/lib/messages/onboarding";
import { looksLikeWebsite, withScheme } from "@/lib/website";
import { writtenIn } from "@/lib/written-in";

import type { Draft } from "./api";
import type { Source, WizardValues } from "./wizard-types";

export const steps = ["brand-name", "brand-description", "brand-info", "target-audience"] as const;
export type Step = (typeof steps)[number];

export type Problem = { field: keyof WizardValues; message: string };

/** The first rule a step breaks, or null when it may be left. Lengths are counted without surrounding space. */
export function problemOf(step: Step, values: WizardValues): Problem | null {
  if (step === "brand-name") {
    return values.businessName.trim() ? null : { field: "businessName", message: onboarding.nameRequired };
  }
  if (step === "brand-description") {
    return values.businessDescription.trim().length >= 10
      ? null
      : { field: "businessDescription", message: onboarding.descriptionTooShort };
  }
  if (step === "brand-info") return sourceProblem(values);
  return values.targetAudience.trim().length >= 5
    ? null
    : { field: "targetAudience", message: onboarding.audienceTooShort };
}

function sourceProblem({ source, websiteUrl, file }: WizardValues): Problem | null {
  if (source === "document" && !file) return { field: "file", message: onboarding.documentRequired };
  if (source !== "website") return null;
  if (!websiteUrl.trim()) return { field: "websiteUrl", message: onboarding.websiteRequired };
  return looksLikeWebsite(websiteUrl) ? null : { field: "websiteUrl", message: onboarding.websiteInvalid };
}

/**
 * Where a choice of source leaves the URL and the file: a website drops the file, a document the URL, skipping both.
 */
export function afterChoosing(source: Source, { websiteUrl, file }: Pick<WizardValues, "websiteUrl" | "file">) {
  return {
    source,
    websiteUrl: source === "website" ? websiteUrl : "",
    file: source === "document" ? file : null,
  };
}

/** What the reader already told us: the draft first, then the business; nothing is asked twice. */
export function initialValues(draft: Draft | null, business: BusinessInfo | null | undefined): WizardValues {
  return {
    businessName: draft?.businessName ?? business?.businessName ?? "",
    aliases: draft?.aliases ?? [],
    businessDescription: draft?.businessDescription ?? business?.businessDescription ?? "",
    source: draft?.source ?? "website",
    websiteUrl: draft?.websiteUrl ?? business?.websiteUrl ?? "",
    file: null,
    targetAudience: draft?.targetAudience ?? business?.targetAudience ?? "",
    market: draft?.market ?? browserMarket(),
    language: draft?.language ?? browserLanguage(),
  };
}

/** Questions are asked in the language of the description; what is closer to it, as pt-BR, stays. */
export function languageFor({ businessDescription }: Pick<WizardValues, "businessDescription">): string {
  const written = writtenIn(businessDescription);
  const own = browserLanguage();
  return written && own.split("-")[0] !== written ? written : own;
}

/** Customers are asked about where the address ends (`.co.uk`), where the browser is if it ends nowhere in particular. */
export function marketFor({ source, websiteUrl }: Pick<WizardValues, "source" | "websiteUrl">): string {
  if (source !== "website" || !looksLikeWebsite(websiteUrl)) return browserMarket();
  return marketOfWebsite(new URL(withScheme(websiteUrl)).hostname) ?? browserMarket();
}

/** Market and language after an edit: they follow what is proposed until somebody chooses another one. */
export function followed(before: WizardValues, { market, language, ...now }: WizardValues) {
  return {
    market: market === marketFor(before) ? marketFor(now) : market,
    language: language === languageFor(before) ? languageFor(now) : language,
  };
}

/** The stored step, but never past a step whose rules the stored values break (a file is never stored). */
export function resumeStep(draft: Draft | null, values: WizardValues): Step {
  const wanted = draft?.step ? steps.indexOf(draft.step) : 0;
  const broken = steps.findIndex((step) => problemOf(step, values) !== null);
  const reachable = broken === -1 ? steps.length - 1 : broken;
  return steps[Math.min(Math.max(wanted, 0), reachable)] ?? "brand-name";
}

export function draftOf(step: Step, values: WizardValues): Draft {
  return {
    step,
    businessName: values.businessName.trim(),
    businessDescription: values.businessDescription.trim(),
    source: values.source,
    websiteUrl: values.websiteUrl.trim(),
    targetAudience: values.targetAudience.trim(),
    aliases: values.aliases,
    market: values.market,
    language: values.language,
    timeZone: browserZone(),
  };
}
