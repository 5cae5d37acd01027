import { Download } from "lucide-react";

import { buttonClass } from "@/components/ui/button";
import { isNotFound } from "@/lib/http";
import { reports as words } from "@/lib/messages/reports";
import { toast } from "@/lib/toast";

import { downloadAddress, isOpen, readReport } from "../api/reports";
import { claimReport } from "./awaited";

const STANDS_MS = 20_000;

/** Tells how a report ended and gives its file; what is still being made goes on being awaited. */
export async function handOver(id: string): Promise<void> {
  const report = await readReport(id).catch((error: unknown) => (isNotFound(error) ? null : undefined));
  if (report === undefined || (report && isOpen(report)) || !claimReport(id)) return;
  if (report?.status === "failed") toast({ variant: "destructive", title: words.unmade, description: report.failure });
  if (report?.status !== "ready") return;
  toast({
    variant: "success",
    title: report.gapId ? words.briefReady : words.ready,
    description: words.formats[report.format],
    duration: STANDS_MS,
    action: (
      <a href={downloadAddress(id)} download className={buttonClass("primary", "sm")}>
        <Download aria-hidden size={16} />
        {words.download}
      </a>
    ),
  });
}
