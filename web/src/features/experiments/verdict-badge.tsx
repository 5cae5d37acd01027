import { Badge, type Tone } from "@/components/ui/badge";
import { whatIf as words } from "@/lib/messages/whatif";

import type { Experiment } from "./api";

const tones: Record<NonNullable<Experiment["verdict"]>, Tone> = {
  gain: "good",
  loss: "attention",
  "no expected change": "neutral",
  "not enough data": "neutral",
};

export function VerdictBadge({ verdict }: { verdict: Experiment["verdict"] }) {
  return verdict ? <Badge tone={tones[verdict]}>{words.verdicts[verdict]}</Badge> : null;
}
