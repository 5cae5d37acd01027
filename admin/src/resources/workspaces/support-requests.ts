import { LifeBuoy } from "lucide-react";

import type { SupportRequestRecordOut } from "@/api/generated";
import { created, ofWorkspace, statusIn, user, workspace, yesNo } from "@/components/common";
import { define } from "@/components/definition";

const open = ({ status }: SupportRequestRecordOut) => status !== "closed";

export const supportRequests = define<SupportRequestRecordOut>({
  name: "support-requests",
  label: "Support requests",
  singular: "Support request",
  icon: LifeBuoy,
  empty: "What customers write through “Get help” in the product appears here.",
  title: ({ topic, userEmail }) => `${topic} from ${userEmail ?? "a former user"}`,
  search: "Search by text or e-mail",
  columns: [
    { source: "topic", sortable: true },
    { source: "status", kind: "status", sortable: true },
    user,
    workspace,
    { source: "assigneeName", label: "With" },
    { source: "message" },
    { ...created, sortable: true },
  ],
  filters: [
    statusIn("open", "answered", "closed"),
    { source: "topic", kind: "choice", choices: ["question", "problem", "billing", "plan", "data", "other"] },
    yesNo("unassigned", "Nobody's"),
    ofWorkspace,
  ],
  sections: [
    {
      title: "Request",
      fields: [
        { source: "message", kind: "lines" },
        { source: "page" },
        { source: "requestId", label: "Request id in the logs", kind: "id" },
        { source: "planId", label: "Wished plan" },
        { source: "billingFrequency", label: "Wished billing" },
        { source: "answer", kind: "lines" },
        { source: "answeredAt", label: "Answered", kind: "date" },
      ],
    },
  ],
  actions: [
    {
      name: "reply",
      label: "Reply",
      explain: "Sends a mail to the person who asked.",
      params: [{ source: "message", label: "Answer", kind: "long", required: true }],
      when: open,
      done: "The answer is on its way.",
    },
    {
      name: "assign",
      label: "Take it",
      explain: "Shows colleagues that you are working on it.",
      when: open,
      done: "It is yours.",
    },
    { name: "close", label: "Close", explain: "Marks the request as done.", when: open, done: "Closed." },
  ],
});
