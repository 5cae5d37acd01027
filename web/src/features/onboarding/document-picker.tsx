import { useId } from "react";

import { FieldError } from "@/components/ui/field";
import { FilePicker } from "@/components/ui/file-picker";
import { docxProblem } from "@/lib/docx";
import { files } from "@/lib/messages/files";
import { onboarding, onboardingTimings } from "@/lib/messages/onboarding";
import { toast } from "@/lib/toast";

import type { Wizard } from "./use-wizard";

/** The wizard's document. A wrong file is refused at once, said in a toast and beside the field. */
export function DocumentPicker({ form }: Pick<Wizard, "form">) {
  const file = form.watch("file");
  const error = form.formState.errors.file?.message;
  const errorId = useId();

  const take = async (chosen: File) => {
    const problem = await docxProblem(chosen);
    if (!problem) {
      form.setValue("file", chosen);
      form.clearErrors("file");
      return;
    }
    const message = problem === "size" ? files.tooLarge : files.validDocx;
    form.setValue("file", null);
    form.setError("file", { message });
    toast({ variant: "destructive", description: message, duration: onboardingTimings.fileMs });
  };
  return (
    <div className="flex flex-col gap-2">
      <FilePicker
        label={onboarding.document}
        file={file}
        onPick={(chosen) => void take(chosen)}
        onRemove={() => form.setValue("file", null)}
        describedBy={error ? errorId : undefined}
      />
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </div>
  );
}
