import { useTheme } from "@mui/material/styles";

import { dark, light } from "./palette";

export type Tone = "good" | "moderate" | "attention" | "info" | "neutral";

const TONES: Record<Exclude<Tone, "neutral">, string[]> = {
  good: ["active", "completed", "succeeded", "paid", "processed", "healthy", "closed", "accepted", "approved", "enabled", "yes", "answered", "resolved", "handled", "verified", "mentioned", "ready"],
  moderate: ["trialing", "past_due", "past-due", "partial", "todo", "queued", "pending", "waiting", "paused", "half-open", "degraded", "waiting-for-approval", "retrying", "grace", "incomplete", "ignored"],
  attention: ["critical", "failed", "error", "canceled", "cancelled", "unpaid", "aborted", "dead", "open", "down", "locked", "disabled", "deleted", "rejected", "revoked", "expired", "suspended"],
  info: ["running", "doing", "new", "received", "processing", "manual", "invited"],
};

/** Words that mean the opposite in one resource, such as an open ticket against an open circuit. */
const ELSEWHERE: Record<string, Partial<Record<string, Tone>>> = {
  "support-requests": { open: "moderate", answered: "info" },
  invitations: { open: "info" },
  findings: { open: "moderate" },
  engines: { closed: "good", enabled: "good" },
};

export function toneOf(word: string, resource = ""): Tone {
  const key = word.toLowerCase();
  const special = ELSEWHERE[resource]?.[key];
  if (special) return special;
  const found = Object.entries(TONES).find(([, words]) => words.includes(key));
  return (found?.[0] as Tone | undefined) ?? "neutral";
}

/** Text and surface of a tone in the theme on screen; every pair keeps a contrast of at least 4.5. */
export function useToneColours(tone: Tone): { color: string; backgroundColor: string } {
  const is = useTheme().palette.mode === "dark" ? dark : light;
  if (tone === "neutral") return { color: is.ink2, backgroundColor: is.sunken };
  return { color: is[`${tone}Text`], backgroundColor: is[`${tone}Surface`] };
}
