import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { lastRequestId } from "@/lib/http";
import { support } from "@/lib/messages/shell";

/** Help that is true today: answers, and the exact details that let a report be traced. */
export function SupportDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={support.title} description={support.intro} wide>
        <div className="flex flex-col">
          {support.topics.map((topic) => (
            <details key={topic.question} className="group border-b border-line last:border-0">
              <summary className="py-3 font-medium marker:text-ink-3">{topic.question}</summary>
              <p className="pb-4 text-ink-2">{topic.answer}</p>
            </details>
          ))}
        </div>
        <ReportDetails />
      </DialogContent>
    </Dialog>
  );
}

/** Browsers offer the clipboard on secure addresses only; elsewhere the lines can be selected by hand. */
const canCopy = typeof navigator !== "undefined" && "clipboard" in navigator;

function ReportDetails() {
  const [copied, setCopied] = useState(false);
  const [time] = useState(() => new Date().toISOString());
  const rows: [string, string][] = [
    [support.requestId, lastRequestId() ?? support.noRequest],
    [support.page, window.location.pathname],
    [support.time, time],
  ];
  const copy = async () => {
    await navigator.clipboard.writeText(rows.map(([label, value]) => `${label}: ${value}`).join("\n"));
    setCopied(true);
  };
  return (
    <section className="mt-4 rounded-card border border-line bg-sunken p-4">
      <h3 className="font-medium">{support.detailsTitle}</h3>
      <p className="mt-1 text-sm text-ink-2">{support.detailsText}</p>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd className="truncate font-mono text-xs leading-5">{value}</dd>
          </div>
        ))}
      </dl>
      {canCopy ? (
        <Button look="secondary" size="sm" className="mt-4" onClick={() => void copy()}>
          <span aria-live="polite">{copied ? support.copied : support.copy}</span>
        </Button>
      ) : null}
    </section>
  );
}
