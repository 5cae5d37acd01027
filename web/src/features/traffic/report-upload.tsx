import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { Alert } from "@/components/ui/alert";
import { Card, CardHeader } from "@/components/ui/card";
import { FilePicker } from "@/components/ui/file-picker";
import { Progress } from "@/components/ui/progress";
import { textOf } from "@/lib/http";
import { trafficReports as words } from "@/lib/messages/traffic-reports";
import { useEditing } from "@/lib/use-editing";

import type { Report } from "./api";
import { ReportReview } from "./report-review";
import { previewReport } from "./reports-api";

/** Chooses a report, shows how it reads, and keeps it once that is confirmed; who may not sees why. */
export function ReportUpload({ brandId, onKept }: { brandId: string; onKept: (report: Report) => void }) {
  const { canEdit, reason } = useEditing(brandId);
  const [file, setFile] = useState<File | null>(null);
  const preview = useMutation({ mutationFn: (chosen: File) => previewReport(brandId, chosen) });
  const pick = (chosen: File) => {
    setFile(chosen);
    preview.mutate(chosen);
  };
  const drop = () => {
    setFile(null);
    preview.reset();
  };
  return (
    <Card>
      <CardHeader title={words.uploadTitle} description={words.uploadText} />
      {!canEdit ? (
        <Alert>{reason}</Alert>
      ) : (
        <div className="flex flex-col gap-4">
          {preview.isPending && file ? (
            <Progress value={null} label={words.reading(file.name)} />
          ) : (
            <FilePicker
              label={words.file}
              accept={words.accept}
              invitation={words.drop}
              file={file}
              onPick={pick}
              onRemove={drop}
            />
          )}
          {preview.isError ? (
            <Alert kind="error" title={words.unreadable}>
              {textOf(preview.error)}
            </Alert>
          ) : null}
          {file && preview.data ? (
            <ReportReview
              brandId={brandId}
              file={file}
              preview={preview.data}
              onClose={drop}
              onKept={(kept) => {
                drop();
                onKept(kept);
              }}
            />
          ) : null}
        </div>
      )}
    </Card>
  );
}
