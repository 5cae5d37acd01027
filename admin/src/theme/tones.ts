export type Tone = "good" | "moderate" | "attention" | "info" | "neutral";

const TONES: Record<Exclude<Tone, "neutral">, string[]> = {
  good: [
    "active",
    "completed",
    "succeeded",
    "paid",
    "processed",
    "healthy",
    "closed",
    "accepted",
    "approved",
    "enabled",
    "yes",
    "answered",
    "resolved",
    "handled",
    "verified",
    "mentioned",
    "ready",
    "sent",
    "delivered",
    "on",
    "ok",
  ],
  moderate: [
    "trialing",
    "past_due",
    "past-due",
    "partial",
    "todo",
    "queued",
    "pending",
    "waiting",
    "paused",
    "half-open",
    "degraded",
    "slowed",
    "waiting-for-approval",
    "retrying",
    "grace",
    "incomplete",
    "ignored",
    "unmatched",
    "refused",
    "unknown",
  ],
  attention: [
    "critical",
    "failed",
    "error",
    "canceled",
    "cancelled",
    "unpaid",
    "aborted",
    "dead",
    "open",
    "down",
    "locked",
    "disabled",
    "deleted",
    "rejected",
    "revoked",
    "expired",
    "suspended",
    "uncollectible",
  ],
  info: ["running", "doing", "new", "received", "processing", "manual", "invited", "sending", "building"],
};

/** Words that mean the opposite in one resource, such as an open ticket against an open circuit. */
const ELSEWHERE: Record<string, Partial<Record<string, Tone>>> = {
  "support-requests": { open: "moderate", answered: "info" },
  invitations: { open: "info" },
  findings: { open: "moderate" },
  payments: { open: "moderate" },
  runs: { canceled: "neutral" },
  jobs: { cancelled: "neutral" },
};

export function toneOf(word: string, resource = ""): Tone {
  const key = word.toLowerCase();
  const special = ELSEWHERE[resource]?.[key];
  if (special) return special;
  const found = Object.entries(TONES).find(([, words]) => words.includes(key));
  return (found?.[0] as Tone | undefined) ?? "neutral";
}
