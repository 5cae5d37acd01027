import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FieldError } from "@/components/ui/field";
import { FilePicker } from "@/components/ui/file-picker";
import { browserAlert } from "@/lib/browser-alert";
import { docxProblem } from "@/lib/docx";
import { textOf } from "@/lib/http";
import { files } from "@/lib/messages/files";
import { materials as words } from "@/lib/messages/materials";
import { toast } from "@/lib/toast";

import { materialsKey, replaceDocument, type Material } from "./api";
import { nameOf } from "./material-words";
import { Sending } from "./sending";

/** Another edition of a document: it takes the place of the one before and is judged at once. */
export function ReplaceDocument({ material, onClose }: { material: Material; onClose: () => void }) {
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState("");
  const [sent, setSent] = useState(0);
  const problemId = useId();
  const [upload] = useState(() => new AbortController());
  const replace = useMutation({
    mutationFn: (chosen: File) =>
      replaceDocument(material.brandId, material.id, chosen, { onProgress: setSent, signal: upload.signal }),
    onSuccess: (now) => {
      void client.invalidateQueries({ queryKey: materialsKey(material.brandId) });
      toast({ title: words.replaced(nameOf(now)), variant: "success" });
      onClose();
    },
  });
  const close = () => {
    upload.abort();
    onClose();
  };
  const pick = async (chosen: File) => {
    const found = await docxProblem(chosen, "lenient");
    setFile(found ? null : chosen);
    setProblem(found === "size" ? files.tooLarge : found ? files.onlyDocx : "");
    if (found === "type") browserAlert(files.onlyDocx);
    replace.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (replace.isPending) return;
    if (file) replace.mutate(file);
    else setProblem(files.onlyDocx);
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent
        title={words.replaceTitle(nameOf(material))}
        description={words.replaceText(material.title || nameOf(material))}
        wide
      >
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <fieldset disabled={replace.isPending} className="flex min-w-0 flex-col gap-1.5">
            <FilePicker
              label={words.docFile}
              file={file}
              onPick={(chosen) => void pick(chosen)}
              onRemove={() => setFile(null)}
              describedBy={problem ? problemId : undefined}
            />
            {problem ? <FieldError id={problemId}>{problem}</FieldError> : null}
          </fieldset>
          {replace.error ? <Alert kind="error">{textOf(replace.error)}</Alert> : null}
          {replace.isPending ? <Sending share={sent} onStop={close} /> : null}
          <Button type="submit" pending={replace.isPending} className="self-start">
            {words.replaceSubmit}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}
