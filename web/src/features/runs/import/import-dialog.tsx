import { useState, type ReactNode } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { PartProps } from "@/components/ui/lazy-part";
import { Progress } from "@/components/ui/progress";
import { answerImport as words } from "@/lib/messages/answer-import";

import type { Brought } from "../api/imports";
import { ImportProblems } from "./import-problems";
import { ImportResult } from "./import-result";
import { ImportSource, type Draft } from "./import-source";
import { PreviewOf } from "./preview";
import { useImport } from "./use-import";

/**
 * Answers seen elsewhere, from a file or pasted: looked through first, then taken in whole. A refusal loses nothing
 * that was typed.
 */
export function ImportDialog({ brandId, reason, onClose }: PartProps & { brandId: string; reason: string | null }) {
  const [draft, setDraft] = useState<Draft>({ way: "file", file: null, text: "" });
  const { check, take, sent, look, store, forget } = useImport(brandId);
  const change = (next: Draft) => {
    forget();
    setDraft(next);
  };
  const checked = check.data;
  const dialog = (body: ReactNode, footer: ReactNode) => (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent wide title={words.title} description={words.text} footer={footer}>
        {body}
      </DialogContent>
    </Dialog>
  );
  if (reason) return dialog(<Alert kind="info">{reason}</Alert>, <Button onClick={onClose}>{words.close}</Button>);
  if (take.data && checked)
    return (
      <ImportResult
        dialog={dialog}
        brandId={brandId}
        runId={take.data.id}
        preview={checked.preview}
        onClose={onClose}
      />
    );
  const again: Brought | null =
    draft.way === "paste" ? { text: draft.text } : draft.file && check.isError ? { file: draft.file } : null;
  const busy = check.isPending || take.isPending;
  const state = (
    <>
      {busy ? (
        <Sending label={take.isPending ? words.sending : words.checking} share={draft.way === "file" ? sent : 0} />
      ) : null}
      <ImportProblems error={take.error ?? check.error} />
    </>
  );
  const body = (
    <div className="flex flex-col gap-4">
      {checked ? (
        <>
          <PreviewOf preview={checked.preview} />
          {state}
        </>
      ) : (
        <ImportSource
          draft={draft}
          disabled={busy}
          onChange={change}
          onFile={(file) => (change({ ...draft, file }), file ? look({ file }) : undefined)}
        >
          {state}
        </ImportSource>
      )}
    </div>
  );
  const footer = checked ? (
    <>
      <Button
        variant="secondary"
        disabled={busy}
        onClick={() => change(draft.way === "file" ? { ...draft, file: null } : draft)}
      >
        {draft.way === "file" ? words.another : words.change}
      </Button>
      <Button pending={take.isPending} onClick={() => store(checked)}>
        {words.go(checked.preview.answers)}
      </Button>
    </>
  ) : (
    <>
      <Button variant="secondary" onClick={onClose}>
        {words.close}
      </Button>
      {again ? (
        <Button
          pending={check.isPending}
          disabled={draft.way === "paste" && !draft.text.trim()}
          onClick={() => look(again)}
        >
          {words.check}
        </Button>
      ) : null}
    </>
  );
  return dialog(body, footer);
}

/** A bar once a part has left; what the server then does with it cannot be counted. */
function Sending({ label, share }: { label: string; share: number }) {
  return (
    <div role="status" className="flex flex-col gap-1.5">
      <p className="text-sm text-ink-2">{label}</p>
      <Progress value={share > 0 && share < 1 ? Math.round(100 * share) : null} label={label} />
    </div>
  );
}
