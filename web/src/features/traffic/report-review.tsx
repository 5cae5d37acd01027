import { useState } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { countText } from "@/lib/count";
import { ApiError, textOf } from "@/lib/http";
import { traffic } from "@/lib/messages/traffic";
import { trafficReports as words } from "@/lib/messages/traffic-reports";
import { toast } from "@/lib/toast";
import { useAction } from "@/lib/use-action";

import type { Report, ReportPreview } from "./api";
import { ReportFigures } from "./report-figures";
import { leftOutTexts, periodText, reportName } from "./report-words";
import { reportsKey, sendReport } from "./reports-api";
import { FIRST_DAY, LAST_DAY } from "./view";

type ReportReviewProps = {
  brandId: string;
  file: File;
  preview: ReportPreview;
  onKept: (report: Report) => void;
  onClose: () => void;
};
type Days = { from: string; to: string };

/** What a file holds, before it is kept: its kind, days and first rows, and what it would replace. */
export function ReportReview({ brandId, file, preview, onKept, onClose }: ReportReviewProps) {
  const known = preview.from !== null && preview.to !== null;
  const [days, setDays] = useState<Days>({ from: preview.from ?? "", to: preview.to ?? "" });
  const [wrong, setWrong] = useState<string | null>(null);
  const keep = useAction<boolean, Report>({
    outdated: reportsKey(brandId),
    run: (replace) => sendReport(brandId, { file, ...(known ? { from: "", to: "" } : days), replace }),
    done: (kept) => {
      toast({ variant: "success", title: words.kept });
      onKept(kept);
    },
  });
  const taken =
    keep.error instanceof ApiError && keep.error.body?.errors?.some(({ pointer }) => pointer === "/replace") === true;
  const replaces = preview.replaces !== null || taken;
  const submit = () => {
    const problem = !days.from || !days.to ? words.daysMissing : days.from > days.to ? traffic.order : null;
    setWrong(problem);
    if (!problem) keep.mutate(replaces);
  };
  const change = (next: Partial<Days>) => {
    setDays({ ...days, ...next });
    setWrong(null);
    keep.reset();
  };
  return (
    <section aria-label={words.previewTitle} className="flex flex-col gap-4">
      <Facts preview={preview} />
      {known ? null : <DaysAsked days={days} wrong={wrong} onChange={change} />}
      {preview.sameAs ? <Alert title={words.sameTitle(preview.sameAs.name)}>{words.sameText}</Alert> : null}
      {replaces ? <Replaces preview={preview} /> : null}
      <ReportFigures label={words.previewRows} figures={{ report: preview, data: preview.data }} />
      {keep.isError && !taken ? (
        <Alert kind="error" title={words.failed}>
          {textOf(keep.error)}
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button pending={keep.isPending} onClick={submit}>
          {replaces ? words.replace : words.upload}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </section>
  );
}

function Facts({ preview }: { preview: ReportPreview }) {
  const { from, to, rows } = preview;
  const facts = [
    words.size(countText(rows), rows === 1),
    ...(from && to ? [periodText(from, to)] : []),
    ...leftOutTexts(preview),
  ];
  return (
    <div role="status">
      <h3 className="font-medium">{reportName(preview)}</h3>
      <p className="tabular text-sm text-ink-2">{facts.join(" · ")}</p>
    </div>
  );
}

function Replaces({ preview: { replaces } }: { preview: ReportPreview }) {
  return (
    <Alert title={words.replacesTitle}>
      {replaces
        ? words.replacesText(replaces.name, countText(replaces.rows), replaces.rows === 1)
        : words.replacesOther}
    </Alert>
  );
}

type DaysAskedProps = { days: Days; wrong: string | null; onChange: (next: Partial<Days>) => void };

function DaysAsked({ days, wrong, onChange }: DaysAskedProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm text-ink-2">{words.askDays}</legend>
      <div className="flex flex-wrap gap-3">
        {(["from", "to"] as const).map((end) => (
          <Field
            key={end}
            label={words[end]}
            required
            className="max-sm:flex-1"
            error={end === "from" ? (wrong ?? undefined) : undefined}
          >
            {(control) => (
              <Input
                {...control}
                type="date"
                value={days[end]}
                min={FIRST_DAY}
                max={LAST_DAY}
                onChange={(event) => onChange({ [end]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
