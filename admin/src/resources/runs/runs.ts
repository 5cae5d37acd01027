import { Activity } from "lucide-react";

import type { RunRecordOut } from "@/api/generated";
import { brand, created, ofWorkspace, since, statusIn, until, workspace } from "@/components/common";
import { define } from "@/components/definition";

const over = ({ status }: RunRecordOut) => !["queued", "running"].includes(status);

export const runs = define<RunRecordOut>({
  name: "runs",
  label: "Runs",
  singular: "Run",
  icon: Activity,
  empty: "Every analysis appears here from the moment it is queued, with its cost and, if it fails, why.",
  live: true,
  problem: (run) => run.failureMessage,
  title: ({ brandName, status }) => `${brandName}, ${status}`,
  search: "Search by brand, workspace or id",
  columns: [
    { ...created, sortable: true },
    brand,
    workspace,
    { source: "kind", sortable: true },
    { source: "status", kind: "status", sortable: true },
    { source: "failureMessage", label: "Why it failed" },
    { source: "validAnswers", label: "Valid answers", kind: "number", sortable: true },
    { source: "totalAnswers", label: "Of", kind: "number", sortable: true },
    { source: "cost", kind: "money" },
    { source: "durationSeconds", label: "Duration", kind: "seconds", sortable: true },
  ],
  filters: [
    statusIn("queued", "running", "completed", "partial", "failed", "canceled"),
    { source: "kind" },
    { source: "trigger" },
    { source: "failureCode" },
    ofWorkspace,
    since,
    until,
  ],
  sections: [
    {
      title: "How it ended",
      fields: [
        { source: "failureCode" },
        { source: "trigger" },
        { source: "stage" },
        { source: "done", label: "Steps done", kind: "number" },
        { source: "steps", label: "Steps in all", kind: "number" },
        {
          source: "engines",
          kind: "json",
          parts: ["name", "model", "status", "planned", "answered", "failed", "reason"],
        },
        { source: "startedAt", label: "Started", kind: "date" },
        { source: "finishedAt", label: "Finished", kind: "date" },
      ],
    },
  ],
  related: [
    { label: "Answers", resource: "answers", target: "runId" },
    { label: "Findings", resource: "findings", target: "runId" },
    { label: "Jobs", resource: "jobs", target: "runId" },
  ],
  actions: [
    {
      name: "retry-failed",
      label: "Retry failed",
      explain: "Asks again what failed; what succeeded stays and is not paid twice.",
      when: (run) => ["partial", "failed"].includes(run.status),
      bulk: true,
      done: "The run goes on.",
    },
    {
      name: "rerun",
      label: "Run again",
      explain: "Starts a new run with the same arrangement, charged to the workspace's own allowance.",
      when: over,
      done: "The run is queued.",
    },
    {
      name: "cancel",
      label: "Cancel",
      explain: "Stops the run and gives back what it reserved.",
      when: (run) => !over(run),
      danger: true,
      bulk: true,
      done: "Canceled.",
    },
  ],
});
