import type { Fact, FactKind, Facts } from "./api/facts";

/** A fact as it stands in the form; `id` null for one that was added here. */
export type Draft = { key: string; id: string | null; kind: FactKind; value: string; stored: Fact | null };

export const draftsOf = (facts: Facts): Draft[] =>
  facts.facts.map((fact) => ({ key: fact.id, id: fact.id, kind: fact.kind, value: fact.value, stored: fact }));

export const changed = (before: Draft[], now: Draft[]) =>
  before.length !== now.length ||
  now.some(
    (draft, index) =>
      draft.id !== before[index]?.id || draft.value !== before[index]?.value || draft.kind !== before[index]?.kind,
  );

/** What the call sends. */
export const factsOf = (drafts: Draft[]) =>
  drafts.map(({ id, kind, value }) => ({ ...(id ? { id } : {}), kind, value: value.trim() }));

/** Kinds that have room for one more. */
export function kindsWithRoom(facts: Facts, drafts: Draft[]): FactKind[] {
  return facts.kinds
    .filter(({ kind, most }) => drafts.filter((draft) => draft.kind === kind).length < most)
    .map(({ kind }) => kind);
}

/** Sentences of the server by the place of the fact they are about. */
export function problemsAt(errors: { pointer: string; detail: string }[] | undefined): Record<number, string> {
  const found: Record<number, string> = {};
  for (const { pointer, detail } of errors ?? []) {
    const at = /^\/facts\/(\d+)/.exec(pointer)?.[1];
    if (at !== undefined) found[Number(at)] ??= detail;
  }
  return found;
}
