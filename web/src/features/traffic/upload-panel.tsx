import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Alert } from "@/components/ui/alert";
import { ErrorCard } from "@/components/ui/error-card";
import { Field, FieldError } from "@/components/ui/field";
import { FilePicker } from "@/components/ui/file-picker";
import { Progress } from "@/components/ui/progress";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { trafficLogs as words } from "@/lib/messages/traffic-logs";
import { useEditing } from "@/lib/use-editing";
import { useMembership } from "@/lib/use-membership";

import { sourcesQuery } from "./api";
import type { Sending } from "./use-sending";

const MOST_BYTES = 2 * 1024 ** 3;
/** Logs have every ending there is: whatever is chosen is read and told by name. */
const ANY = "";

/** Chooses a log and sends it; who may not sees why. */
export function UploadPanel({ brandId, sending }: { brandId: string; sending: Sending }) {
  const { canEdit, reason } = useEditing(brandId);
  const me = useMembership();
  const found = useQuery(sourcesQuery(brandId));
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (!canEdit) return <Alert>{reason}</Alert>;
  if (!found.data)
    return found.isError ? (
      <ErrorCard error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <Skeleton className="h-28" />
    );
  const sources = found.data.data.filter(({ kind }) => kind === "upload");
  if (!sources.length && !me?.manages) return <Alert>{words.askForSource}</Alert>;
  const sourceId = (sources.find(({ id }) => id === chosen) ?? sources[0])?.id ?? null;
  const { start } = sending;
  const pick = (file: File) => {
    const refused = file.size > MOST_BYTES ? words.tooLarge : file.size ? null : words.emptyFile;
    setProblem(refused);
    if (!refused) start.mutate({ file, sourceId });
  };
  return (
    <div className="flex flex-col gap-3">
      {sources.length > 1 ? (
        <Field label={words.source} hint={words.sourceHint} className="sm:max-w-80">
          {(control) => (
            <Select {...control} value={sourceId ?? ""} onChange={(event) => setChosen(event.target.value)}>
              {sources.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      {start.isPending ? (
        <Progress value={null} label={words.sending(start.variables.file.name)} />
      ) : (
        <FilePicker
          label={words.file}
          accept={ANY}
          invitation={words.drop}
          file={null}
          onPick={pick}
          onRemove={() => undefined}
        />
      )}
      {problem ? <FieldError>{problem}</FieldError> : null}
      {start.isError ? <ErrorCard title={words.failed} error={start.error} /> : null}
      <p className="text-sm text-ink-3">{words.uploadText}</p>
      <p className="text-sm text-ink-3">{words.privacy}</p>
    </div>
  );
}
