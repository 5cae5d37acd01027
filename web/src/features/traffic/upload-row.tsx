import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";

import { Alert } from "@/components/ui/alert";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
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

const tones: Partial<Record<keyof typeof words.states, Tone>> = {
  done: "good",
  failed: "attention",
  held: "moderate",
  receiving: "info",
  incomplete: "moderate",
  confirm: "info",
  unreadable: "attention",
  queued: "info",
  reading: "info",
};
const UNFINISHED: readonly Upload["status"][] = ["receiving", "queued", "reading", "held"];

type UploadRowProps = { brandId: string; upload: Upload; sending: Sending };

/** One log: how far it has come, what it waits for, and what became of its lines. */
export function UploadRow({ brandId, upload, sending }: UploadRowProps) {
  const { id, name, size, status, missingParts } = upload;
  const preview = usePreview(brandId, upload);
  const state =
    status !== "receiving"
      ? status
      : preview?.format === null
        ? "unreadable"
        : !missingParts.length
          ? "confirm"
          : sending.sends(id)
            ? "receiving"
            : "incomplete";
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {name}
            <Badge tone={tones[state] ?? "neutral"}>{words.states[state]}</Badge>
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

/** How the first lines read of a log that waits; nothing before its first part arrived. */
function usePreview(brandId: string, { id, status, missingParts }: Upload) {
  return useQuery({ ...previewQuery(brandId, id), enabled: status === "receiving" && !missingParts.includes(0) }).data;
}

function Actions({ brandId, upload, onCancel }: { brandId: string; upload: Upload; onCancel: () => void }) {
  const { id, name, status, missingParts, receivedBytes } = upload;
  const { canEdit } = useEditing(brandId);
  const [asking, setAsking] = useState(false);
  const { failures } = words;
  const outdated = uploadsKey(brandId);
  const cancel = useAction({ outdated, failed: failures.cancel, run: () => cancelUpload(brandId, id) });
  const confirm = useAction({
    outdated,
    failed: failures.confirm,
    run: (both: boolean) => confirmUpload(brandId, id, both),
  });
  const preview = usePreview(brandId, upload);
  if (!canEdit || !UNFINISHED.includes(status)) return null;
  const held = status === "held";
  const giveUp = () => {
    setAsking(false);
    onCancel();
    cancel.mutate(undefined);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="sm"
        aria-label={words.cancelOne(name)}
        pending={cancel.isPending}
        onClick={() => (receivedBytes > 0 ? setAsking(true) : giveUp())}
      >
        {words.cancel}
      </Button>
      {held || (status === "receiving" && preview?.format) ? (
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
      {asking ? (
        <ConfirmDialog
          title={words.cancelTitle(name)}
          text={words.cancelText}
          action={words.cancelLog}
          keep={words.keep}
          pending={false}
          onConfirm={giveUp}
          onClose={() => setAsking(false)}
        />
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

/** Lines that could not be read are deleted a week after their log was read. */
const WRONG_LINES_MS = 7 * 86_400_000;
const linesAreKept = (finishedAt: string | null) => !finishedAt || Date.now() - Date.parse(finishedAt) < WRONG_LINES_MS;

function Counted({ brandId, upload }: { brandId: string; upload: Upload }) {
  const { id, name, finishedAt, botRequests, peopleRequests, from, to, duplicates, knownBytes, wrongLines } = upload;
  const lines = [
    words.counted(countText(botRequests), countText(peopleRequests)),
    from && to ? words.days(dateTime(from), dateTime(to)) : "",
    duplicates ? words.duplicates(countText(duplicates), duplicates === 1) : "",
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
          {linesAreKept(finishedAt) ? (
            <a
              href={wrongLinesAddress(brandId, id)}
              download
              aria-label={words.wrongLabel(name)}
              className={buttonClass("link", "sm")}
            >
              {words.wrongFile}
            </a>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
