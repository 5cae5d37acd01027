import { useRef, useState } from "react";

import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { fileSize } from "@/lib/file-size";
import { trafficLogs as words } from "@/lib/messages/traffic-logs";
import { useEditing } from "@/lib/use-editing";

import type { Upload } from "./api";

type ResumeProps = { brandId: string; upload: Upload; text: string; onFile: (file: File) => void };

/** A log of which parts are missing: the same file goes on where it stopped. */
export function Resume({ brandId, upload: { name, size }, text, onFile }: ResumeProps) {
  const { canEdit } = useEditing(brandId);
  const input = useRef<HTMLInputElement>(null);
  const [other, setOther] = useState(false);
  const pick = (file: File | undefined) => {
    if (!file) return;
    const same = file.name === name && file.size === size;
    setOther(!same);
    if (same) onFile(file);
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="tabular text-sm text-ink-2">{text}</p>
      {canEdit ? (
        <Button
          variant="secondary"
          size="sm"
          aria-label={words.resumeLabel(name)}
          onClick={() => input.current?.click()}
        >
          {words.resume}
        </Button>
      ) : null}
      {canEdit ? (
        <input
          ref={input}
          type="file"
          aria-label={words.resumeLabel(name)}
          hidden
          onChange={(event) => {
            pick(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      ) : null}
      {other ? <FieldError>{words.otherFile(name, fileSize(size))}</FieldError> : null}
    </div>
  );
}
