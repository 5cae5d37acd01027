import { whatIf as words } from "@/lib/messages/whatif";

import type { Edit } from "./api";

export type Draft = { label: string; action: Edit["action"]; source: string; title: string; text: string };
export type DraftProblems = Partial<Record<"source" | "text", string>>;

export function problemsOf({ action, source, text }: Draft): DraftProblems {
  const problems: DraftProblems = {};
  if (!source.trim()) problems.source = words.needSource;
  if (action !== "remove" && !text.trim()) problems.text = words.needText;
  return problems;
}

/** A removal carries no words, whatever was typed before it was chosen. */
export function editOf({ action, source, title, text }: Draft): Edit {
  return action === "remove" ? { action, source: source.trim() } : { action, source: source.trim(), title: title.trim(), text: text.trim() };
}
