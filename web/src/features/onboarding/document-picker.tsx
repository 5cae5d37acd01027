import { FileText, Upload } from "lucide-react";
import { useId, useRef, useState, type DragEvent } from "react";

import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { cn } from "@/lib/cn";
import { DOCX_ACCEPT, docxProblem, megabytes } from "@/lib/docx";
import { onboarding, onboardingTimings } from "@/lib/messages/onboarding";
import { toast } from "@/lib/toast";

import type { Wizard } from "./use-wizard";

/** One DOCX, by button or by dropping it. A wrong file is refused at once, said in a toast and beside the field. */
export function DocumentPicker({ form }: Pick<Wizard, "form">) {
  const file = form.watch("file");
  const error = form.formState.errors.file?.message;
  const errorId = useId();

  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    const problem = await docxProblem(chosen);
    if (!problem) {
      form.setValue("file", chosen);
      form.clearErrors("file");
      return;
    }
    const message = problem === "size" ? onboarding.fileTooLarge : onboarding.fileInvalid;
    form.setValue("file", null);
    form.setError("file", { message });
    toast({ variant: "destructive", description: message, duration: onboardingTimings.fileMs });
  };
  return (
    <div className="flex flex-col gap-2">
      {file ? <Chosen file={file} onRemove={() => form.setValue("file", null)} /> : <DropZone onFile={(chosen) => void take(chosen)} describedBy={error ? errorId : undefined} />}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </div>
  );
}

function Chosen({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <div role="group" aria-label={onboarding.chosenFile} className="flex items-center gap-3 rounded-card border border-line px-4 py-3">
      <FileText aria-hidden size={20} className="text-accent-text" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{file.name}</p>
        <p className="tabular text-sm text-ink-3">{megabytes(file.size)}</p>
      </div>
      <Button look="ghost" size="sm" onClick={onRemove}>
        {onboarding.removeFile}
      </Button>
    </div>
  );
}

function DropZone({ onFile, describedBy }: { onFile: (file: File | undefined) => void; describedBy: string | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        "flex flex-wrap items-center justify-center gap-3 rounded-card border border-dashed px-4 py-7 text-ink-2 transition-colors",
        over ? "border-accent bg-accent-surface" : "border-line-strong",
      )}
    >
      <Upload aria-hidden size={20} className="text-ink-3" />
      {onboarding.drop}
      <Button look="secondary" size="sm" onClick={() => input.current?.click()} aria-describedby={describedBy}>
        {onboarding.choose}
      </Button>
      <input
        ref={input}
        type="file"
        accept={DOCX_ACCEPT}
        aria-label={onboarding.document}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
