import { ListTodo } from "lucide-react";

import type { JobRecordOut } from "@/api/generated";
import { ofWorkspace, statusIn, workspace } from "@/components/common";
import { define } from "@/components/definition";

export const jobs = define<JobRecordOut>({
  name: "jobs",
  label: "Jobs",
  singular: "Job",
  icon: ListTodo,
  empty: "Work in the queue appears here: what waits, what runs and what was given up.",
  live: true,
  title: ({ id, name }) => `${name} (${id})`,
  search: "Search by name or argument",
  columns: [
    { source: "name", sortable: true },
    { source: "status", kind: "status", sortable: true },
    { source: "queue" },
    workspace,
    { source: "ageSeconds", label: "Age", kind: "seconds" },
    { source: "attempts", kind: "number", sortable: true },
    { source: "priority", kind: "number", sortable: true, hidden: true },
  ],
  filters: [
    statusIn("todo", "doing", "succeeded", "failed", "cancelled", "aborted"),
    { source: "name" },
    { source: "queue" },
    ofWorkspace,
  ],
  sections: [
    {
      title: "Dates",
      fields: [
        { source: "scheduledAt", label: "Not before", kind: "date" },
        { source: "enqueuedAt", label: "Enqueued", kind: "date" },
        { source: "startedAt", label: "Started", kind: "date" },
        { source: "finishedAt", label: "Finished", kind: "date" },
        { source: "workerId", label: "Worker" },
        { source: "arguments", kind: "json" },
      ],
    },
  ],
  actions: [
    {
      name: "retry",
      label: "Retry",
      explain: "Runs the job again, with the same arguments.",
      when: ({ status }) => ["failed", "cancelled", "aborted"].includes(status),
      bulk: true,
      done: "The job is queued again.",
    },
    {
      name: "move-to-front",
      label: "Move to front",
      explain: "Lets the job overtake the others of its queue.",
      when: ({ status }) => status === "todo",
      done: "Moved to the front.",
    },
    {
      name: "cancel",
      label: "Cancel",
      explain: "A waiting job is not run. One that runs already goes on to its end.",
      when: ({ status }) => status === "todo",
      danger: true,
      bulk: true,
      done: "Canceled.",
    },
  ],
});
