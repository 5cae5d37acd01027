import { Badge, type Tone } from "@/components/ui/badge";
import { experiments as words } from "@/lib/messages/experiments";

import type { Controlled } from "./api/controlled";

const tones: Record<Controlled["verdict"], Tone> = {
  worked: "good",
  "did not work": "neutral",
  "too early": "info",
  spoiled: "moderate",
};

/** Where an experiment stands: running, stopped, or its verdict. */
export function ControlledState({ row }: { row: Controlled }) {
  const label =
    row.status === "running" ? words.running : row.status === "stopped" ? words.stopped : words.verdicts[row.verdict];
  return (
    <>
      <Badge tone={row.status === "ended" ? tones[row.verdict] : "info"}>{label}</Badge>
      {row.registeredLate ? <Badge tone="moderate">{words.late}</Badge> : null}
    </>
  );
}
