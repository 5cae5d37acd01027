import { useState } from "react";

import type { Chosen, Panel, Proposal } from "@/api/panel";

/** Which of the proposed changes are wanted: all of them until something is unticked. */
export function useChoice(proposal: Proposal, panel: Panel) {
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  const [letGo, setLetGo] = useState<ReadonlySet<string>>(new Set());
  const comes = proposal.new.filter((question) => !refused.has(question.key));
  const goes = [
    ...proposal.goes.filter((question) => !refused.has(question.key)),
    ...proposal.stays.filter((question) => letGo.has(question.key)),
  ];
  const whole = refused.size === 0 && letGo.size === 0;
  const after = panel.asked + comes.length - goes.length;
  const chosen: Chosen = whole ? {} : { new: comes.map(({ key }) => key), removed: goes.map(({ key }) => key) };
  return {
    chosen,
    whole,
    after,
    changes: comes.length + goes.length,
    tooMany: Math.max(after - panel.places, 0),
    wants: (key: string) => !refused.has(key),
    want: (key: string, wanted: boolean) => setRefused(toggled(refused, key, !wanted)),
    lets: (key: string) => letGo.has(key),
    let: (key: string, go: boolean) => setLetGo(toggled(letGo, key, go)),
    reset: () => {
      setRefused(new Set());
      setLetGo(new Set());
    },
  };
}

function toggled(set: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (on) next.add(key);
  else next.delete(key);
  return next;
}
