import { useRef, useState } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { textOf } from "@/lib/http";
import { prompts as words } from "@/lib/messages/analytics-tables";
import { view as common } from "@/lib/messages/analytics";

import { importPrompts, type Imported } from "./api/prompts";
import { useChange } from "./use-change";

/** Takes in a list of questions; what is wrong is said row by row and the rest is kept. */
export function PromptImport({ brandId, onClose }: { brandId: string; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const send = useChange(
    brandId,
    (chosen: File) => importPrompts(brandId, chosen),
    () => ({ quiet: true }),
  );
  const report = send.data;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        wide
        title={words.importTitle}
        description={words.importText}
        footer={
          report ? (
            <Button onClick={onClose}>{words.close}</Button>
          ) : (
            <>
              <Button variant="secondary" onClick={onClose}>
                {common.cancel}
              </Button>
              <Button disabled={!file} pending={send.isPending} onClick={() => file && send.mutate(file)}>
                {words.importGo}
              </Button>
            </>
          )
        }
      >
        <div className="flex flex-col gap-4">
          {send.isError ? <Alert kind="error">{textOf(send.error)}</Alert> : null}
          {report ? (
            <Report report={report} />
          ) : (
            <div className="flex flex-wrap items-center gap-3 rounded-card border border-dashed border-line-strong px-4 py-5">
              <span className="min-w-0 flex-1 truncate text-ink-2">{file?.name ?? words.importFile}</span>
              <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
                {words.importChoose}
              </Button>
              <input
                ref={input}
                type="file"
                accept=".csv,text/csv,text/plain"
                aria-label={words.importFile}
                tabIndex={-1}
                className="sr-only"
                onChange={(event) => {
                  send.reset();
                  setFile(event.target.files?.[0] ?? null);
                  event.target.value = "";
                }}
              />
            </div>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Report({ report }: { report: Imported }) {
  return (
    <>
      <Alert kind={report.imported ? "success" : "warning"}>{words.importDone(report.active, report.paused)}</Alert>
      <Notes title={words.importRejected(report.rejected.length)} notes={report.rejected} />
      <Notes title={words.importNotices} notes={report.notices} />
    </>
  );
}

function Notes({ title, notes }: { title: string; notes: Imported["rejected"] }) {
  if (!notes.length) return null;
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-medium">{title}</h3>
      <ul className="flex flex-col">
        {notes.map((note) => (
          <li key={`${note.row}-${note.code}`} className="border-t border-line py-2 text-sm first:border-t-0">
            <span className="tabular font-medium">{words.row(note.row)}</span> · {note.detail}
            {note.text ? <span className="block truncate text-ink-3">{note.text}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
