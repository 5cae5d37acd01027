import { whatIf as words } from "@/lib/messages/whatif";

import type { Edit } from "./api";

export type Draft = { label: string; action: Edit["action"]; source: string; title: string; text: string };
export type DraftProblems = Partial<Record<"source" | "text", string>>;

const SAFE = /[^\p{L}\p{N} -]/gu;

/** A new text for what a recommendation or a gap is about. */
export const draftAbout = (about: string | null): Draft => ({
  label: about ?? "",
  action: "add",
  source: about ? `document:${about.replace(SAFE, "").slice(0, 60).trim()}` : "",
  title: "",
  text: "",
});

/** The words a material has, to be replaced by others. */
export const draftOf = (
  { source, title, text }: Pick<Draft, "source" | "title" | "text">,
  about: string | null,
): Draft => ({ label: about ?? title, action: "replace", source, title, text });

export function problemsOf({ action, source, text }: Draft): DraftProblems {
  const problems: DraftProblems = {};
  if (!source.trim()) problems.source = words.needSource;
  if (action !== "remove" && !text.trim()) problems.text = words.needText;
  return problems;
}

/** A removal carries no words, whatever was typed before it was chosen. */
export function editOf({ action, source, title, text }: Draft): Edit {
  return action === "remove"
    ? { action, source: source.trim() }
    : { action, source: source.trim(), title: title.trim(), text: text.trim() };
}
