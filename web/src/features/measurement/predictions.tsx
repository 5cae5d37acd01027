import { Alert } from "@/components/ui/alert";
import { countText } from "@/lib/count";
import { predictions as words } from "@/lib/messages/method";
import { valueText } from "@/lib/readings";

import type { Predictions as Record } from "./api";
import { Facts, Prose, Section } from "./section";

/** The record of what-if experiments that were later compared with what happened. */
export function Predictions({ record }: { record: Record | null }) {
  const verified = record?.verified ?? 0;
  return (
    <Section id="predictions">
      <Prose>{words.text}</Prose>
      {record && verified > 0 ? null : <Alert title={words.none}>{words.noneText}</Alert>}
      {record && record.predictions > 0 ? <Facts facts={factsOf(record)} /> : null}
    </Section>
  );
}

function factsOf({ predictions, verified, inInterval, meanAbsoluteError }: Record): [string, string][] {
  const made: [string, string][] = [
    [words.made, countText(predictions)],
    [words.verified, words.of(countText(verified), countText(predictions))],
  ];
  if (verified > 0) made.push([words.held, words.of(countText(inInterval), countText(verified))]);
  if (meanAbsoluteError !== null) made.push([words.error, words.points(valueText(meanAbsoluteError, "rank"))]);
  return made;
}
