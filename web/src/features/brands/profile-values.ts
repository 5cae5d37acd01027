import { brands as words } from "@/lib/messages/sections";
import { validation } from "@/lib/messages/validation";

import type { BrandChange, BrandDetail } from "./api";

/** A brand's profile as its form holds it: lists as text, a choice for what may be derived. */
export type ProfileValues = {
  name: string;
  aliases: string;
  websiteUrl: string;
  ownedPrefixes: string;
  description: string;
  targetAudience: string;
  tone: string;
  isCommonWord: "auto" | "yes" | "no";
  market: string;
  language: string;
};
export type ProfileProblems = Partial<Record<keyof ProfileValues, string>>;

const list = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

export function valuesOf(brand: BrandDetail): ProfileValues {
  return {
    name: brand.name,
    aliases: brand.aliases.join(", "),
    websiteUrl: brand.websiteUrl ?? "",
    ownedPrefixes: brand.ownedPrefixes.join(", "),
    description: brand.description,
    targetAudience: brand.targetAudience,
    tone: brand.tone ?? "",
    isCommonWord: brand.isCommonWord === null ? "auto" : brand.isCommonWord ? "yes" : "no",
    market: brand.market,
    language: brand.language,
  };
}

/** Only what differs is sent, so that two people changing different things do not undo each other. */
export function changeOf(before: ProfileValues, after: ProfileValues): BrandChange {
  const differs = (name: keyof ProfileValues) => before[name].trim() !== after[name].trim();
  const text = (name: keyof ProfileValues) => after[name].trim() || null;
  return {
    ...(differs("name") ? { name: after.name.trim() } : {}),
    ...(differs("aliases") ? { aliases: list(after.aliases) } : {}),
    ...(differs("websiteUrl") ? { websiteUrl: text("websiteUrl") } : {}),
    ...(differs("ownedPrefixes") ? { ownedPrefixes: list(after.ownedPrefixes) } : {}),
    ...(differs("description") ? { description: text("description") } : {}),
    ...(differs("targetAudience") ? { targetAudience: text("targetAudience") } : {}),
    ...(differs("tone") ? { tone: (text("tone") as BrandChange["tone"]) ?? null } : {}),
    ...(differs("isCommonWord")
      ? { isCommonWord: after.isCommonWord === "auto" ? null : after.isCommonWord === "yes" }
      : {}),
    ...(differs("market") ? { market: after.market } : {}),
    ...(differs("language") ? { language: after.language } : {}),
  };
}

const FIELDS = [
  "name",
  "aliases",
  "websiteUrl",
  "ownedPrefixes",
  "description",
  "targetAudience",
  "tone",
  "isCommonWord",
  "market",
  "language",
] as const;

/** The server's complaints at the fields they are about. */
export function problemsFrom(errors: { pointer: string; detail: string }[]): ProfileProblems {
  const found: ProfileProblems = {};
  for (const { pointer, detail } of errors) {
    const field = FIELDS.find((name) => pointer === `/${name}` || pointer.startsWith(`/${name}/`));
    if (field) found[field] ??= detail;
  }
  return found;
}

export function problemsOf(values: ProfileValues): ProfileProblems {
  const problems: ProfileProblems = {};
  if (values.name.trim().length < 2) problems.name = validation.businessName;
  if (values.websiteUrl.trim() && !URL.canParse(values.websiteUrl.trim())) problems.websiteUrl = validation.url;
  return problems;
}

export const TONES = words.tones;
