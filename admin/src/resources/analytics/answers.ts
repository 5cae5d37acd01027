import { MessageSquareQuote } from "lucide-react";

import type { AnswerRecordOut } from "@/api/generated";
import { brand, created, ofWorkspace, since, until, workspace } from "@/components/common";
import { define } from "@/components/definition";

export const answers = define<AnswerRecordOut>({
  name: "answers",
  label: "Answers",
  singular: "Answer",
  icon: MessageSquareQuote,
  empty: "What the engines answered, or why they did not, appears here while an analysis runs.",
  problem: ({ error }) => error,
  title: ({ engineName, question }) => `${engineName}: ${question}`,
  search: "Search by question",
  columns: [
    { source: "question" },
    { source: "engineName", label: "Engine" },
    { source: "status", kind: "status", sortable: true },
    { source: "error", label: "Why it failed" },
    brand,
    workspace,
    { source: "latencyMs", label: "Latency (ms)", kind: "number", sortable: true, hidden: true },
    { source: "cost", kind: "money", sortable: true },
    { ...created, sortable: true },
  ],
  filters: [{ source: "status" }, { source: "engine" }, { source: "errorCode" }, ofWorkspace, since, until],
  sections: [
    {
      title: "Answer",
      fields: [
        { source: "errorCode" },
        { source: "model" },
        { source: "surface" },
        { source: "sample", kind: "number" },
        { source: "answeredAt", label: "Answered", kind: "date" },
        { source: "text", kind: "lines" },
      ],
    },
  ],
});
