import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Alert } from "@/components/ui/alert";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { countText } from "@/lib/count";
import { fileSize } from "@/lib/file-size";
import { dateTime } from "@/lib/format";
import { trafficLogs as words } from "@/lib/messages/traffic-logs";
import { useAction } from "@/lib/use-action";
import { useEditing } from "@/lib/use-editing";

import { cancelUpload, confirmUpload, previewQuery, uploadsKey, wrongLinesAddress, type Upload } from "./api";
import { LogPreview } from "./log-preview";
import { Resume } from "./resume";
import type { Sending } from "./use-sending";

const tones: Partial<Record<Upload["status"], Tone>> = {
  done: "good",
  failed: "attention",
  held: "moderate",
  receiving: "info",
  queued: "info",
  reading: "info",
};
const UNFINISHED: readonly Upload["status"][] = ["receiving", "queued", "reading", "held"];

type UploadRowProps = { brandId: string; upload: Upload; sending: Sending };

/** One log: how far it has come, what it waits for, and what became of its lines. */
export function UploadRow({ brandId, upload, sending }: UploadRowProps) {
  const { id, name, size, status, missingParts } = upload;
  const arrived = status === "receiving" && !missingParts.length;
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {name}
            <Badge tone={tones[status] ?? "neutral"}>{arrived ? words.states.confirm : words.states[status]}</Badge>
          </h3>
          <p className="tabular text-sm text-ink-3">
            {fileSize(size)} · {dateTime(upload.createdAt)}
          </p>
        </div>
        <Actions brandId={brandId} upload={upload} onCancel={() => sending.stop(id)} />
      </div>
      <Body brandId={brandId} upload={upload} sending={sending} />
    </li>
  );
}

function Actions({ brandId, upload, onCancel }: { brandId: string; upload: Upload; onCancel: () => void }) {
  const { id, name, status, missingParts } = upload;
  const { canEdit } = useEditing(brandId);
  const base = { outdated: uploadsKey(brandId), failed: words.actionFailed };
  const cancel = useAction({ ...base, run: () => cancelUpload(brandId, id) });
  const confirm = useAction({ ...base, run: (both: boolean) => confirmUpload(brandId, id, both) });
  const waits = status === "receiving" && !missingParts.includes(0);
  const preview = useQuery({ ...previewQuery(brandId, id), enabled: canEdit && waits });
  if (!canEdit || !UNFINISHED.includes(status)) return null;
  const held = status === "held";
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="sm"
        aria-label={words.cancelOne(name)}
        pending={cancel.isPending}
        onClick={() => {
          onCancel();
          cancel.mutate(undefined);
        }}
      >
        {words.cancel}
      </Button>
      {held || (status === "receiving" && preview.data?.format) ? (
        <Button
          size="sm"
          aria-label={held ? words.acceptOne(name) : words.confirmOne(name)}
          disabled={missingParts.length > 0}
          title={missingParts.length ? words.confirmWait : undefined}
          pending={confirm.isPending}
          onClick={() => confirm.mutate(held)}
        >
          {held ? words.accept : words.confirm}
        </Button>
      ) : null}
    </div>
  );
}

function Body({ brandId, upload, sending }: UploadRowProps): ReactNode {
  switch (upload.status) {
    case "receiving":
      return <Receiving brandId={brandId} upload={upload} sending={sending} />;
    case "queued":
    case "reading":
      return <Bar label={words.read(upload.name)} done={upload.readBytes} all={upload.size} text={words.readSoFar} />;
    case "held":
      return <Held upload={upload} />;
    case "failed":
      return <Alert kind="error">{upload.failure}</Alert>;
    case "done":
      return <Counted brandId={brandId} upload={upload} />;
    default:
      return null;
  }
}

function Receiving({ brandId, upload, sending }: UploadRowProps) {
  const { id, name, size, missingParts, receivedBytes } = upload;
  const state = sending.states[id];
  const parts = missingParts.length > 0;
  return (
    <>
      {parts && state && !state.error ? (
        <>
          <Bar label={words.sending(name)} done={state.bytes} all={size} text={words.sent} />
          <p className="text-sm text-ink-3">{words.stay}</p>
        </>
      ) : null}
      {state?.error ? <Alert kind="error">{state.error}</Alert> : null}
      {parts && (!state || state.error) ? (
        <Resume
          upload={upload}
          text={words.paused(fileSize(receivedBytes), fileSize(size))}
          onFile={(file) => sending.resume(upload, file)}
          brandId={brandId}
        />
      ) : null}
      {missingParts.includes(0) ? null : <LogPreview brandId={brandId} id={id} />}
    </>
  );
}

type BarProps = { label: string; done: number; all: number; text: (done: string, all: string) => string };

function Bar({ label, done, all, text }: BarProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <Progress value={done} max={all} label={label} />
      <p className="tabular text-sm text-ink-3">{text(fileSize(Math.round(done)), fileSize(all))}</p>
    </div>
  );
}

function Held({ upload: { overlaps } }: { upload: Upload }) {
  return (
    <Alert kind="warning" title={words.heldTitle}>
      <p>{words.heldText}</p>
      <ul className="tabular mt-1 list-disc pl-5">
        {overlaps.map(({ name, firstAt, lastAt }) => (
          <li key={`${name} ${firstAt}`}>{words.overlap(name, dateTime(firstAt), dateTime(lastAt))}</li>
        ))}
      </ul>
    </Alert>
  );
}

function Counted({ brandId, upload }: { brandId: string; upload: Upload }) {
  const { id, name, botRequests, peopleRequests, from, to, duplicates, knownBytes, wrongLines } = upload;
  const lines = [
    words.counted(countText(botRequests), countText(peopleRequests)),
    from && to ? words.days(dateTime(from), dateTime(to)) : "",
    duplicates ? words.duplicates(countText(duplicates)) : "",
    knownBytes ? words.known(fileSize(knownBytes)) : "",
  ].filter(Boolean);
  return (
    <div className="flex flex-col gap-1 text-sm text-ink-2">
      {lines.map((line) => (
        <p key={line} className="tabular">
          {line}
        </p>
      ))}
      {wrongLines ? (
        <p className="tabular flex flex-wrap items-center gap-x-2">
          <span className="text-attention-text">{words.wrong(countText(wrongLines), wrongLines === 1)}</span>
          <a
            href={wrongLinesAddress(brandId, id)}
            download
            aria-label={words.wrongLabel(name)}
            className={buttonClass("link", "sm")}
          >
            {words.wrongFile}
          </a>
        </p>
      ) : null}
    </div>
  );
}
