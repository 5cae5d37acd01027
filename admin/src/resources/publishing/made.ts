import type { FieldSpec } from "@/components/definition";

/** What documents and files have in common from the moment they are asked for. */
export const STATES = ["queued", "running", "ready", "failed", "canceled", "expired"] as const;

type Made = {
  status: string;
  durationSeconds: number | null;
  startedAt: string | null;
  readyAt: string | null;
  expiresAt: string | null;
  changedAt: string;
};

export const unfinished = ({ status }: { status: string }): boolean => status === "queued" || status === "running";

export const datesOf = <T extends Made>(): { title: string; fields: FieldSpec<T>[] } => ({
  title: "Dates",
  fields: [
    { source: "startedAt", label: "Started", kind: "date" },
    { source: "readyAt", label: "Ready", kind: "date" },
    { source: "expiresAt", label: "Kept until", kind: "date" },
    { source: "changedAt", label: "Changed", kind: "date" },
  ] as FieldSpec<T>[],
});
