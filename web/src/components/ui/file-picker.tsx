import { FileText, Upload } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";

import { cn } from "@/lib/cn";
import { DOCX_ACCEPT } from "@/lib/docx";
import { fileSize } from "@/lib/file-size";
import { files } from "@/lib/messages/files";

import { Button } from "./button";

type FilePickerProps = {
  /** Names the file input for assistive technology. */
  label: string;
  file: File | null;
  onPick: (file: File) => void;
  onRemove: () => void;
  describedBy?: string | undefined;
  /** Kinds of file the browser offers, and what the zone says; a DOCX where nothing is said. */
  accept?: string;
  invitation?: string;
  /** How the size of the file is stated. */
  sizeText?: (bytes: number) => string;
};

/** One file, by button or by dropping it; once chosen its name and size, and a way to take it back. */
export function FilePicker({ file, onRemove, sizeText = fileSize, ...zone }: FilePickerProps) {
  return file ? <Chosen file={file} size={sizeText(file.size)} onRemove={onRemove} /> : <DropZone {...zone} />;
}

function Chosen({ file, size, onRemove }: { file: File; size: string; onRemove: () => void }) {
  return (
    <div
      role="group"
      aria-label={files.chosen}
      className="flex items-center gap-3 rounded-card border border-line px-4 py-3"
    >
      <FileText aria-hidden size={20} className="text-accent-text" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{file.name}</p>
        <p className="tabular text-sm text-ink-3">{size}</p>
      </div>
      <Button variant="ghost" size="sm" onClick={onRemove}>
        {files.remove}
      </Button>
    </div>
  );
}

function DropZone({
  label,
  onPick,
  describedBy,
  accept = DOCX_ACCEPT,
  invitation = files.drop,
}: Omit<FilePickerProps, "file" | "onRemove" | "sizeText">) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (file) onPick(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
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
      {invitation}
      <Button variant="secondary" size="sm" onClick={() => input.current?.click()} aria-describedby={describedBy}>
        {files.choose}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
