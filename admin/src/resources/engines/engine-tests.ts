import { FlaskConical } from "lucide-react";

import type { EngineTestRecordOut } from "@/api/generated";
import { define } from "@/components/definition";

export const engineTests = define<EngineTestRecordOut>({
  name: "engine-tests",
  label: "Engine trials",
  singular: "Engine trial",
  icon: FlaskConical,
  empty: "A question put to an engine by a colleague appears here, with its answer and what it cost.",
  live: true,
  problem: ({ state, message }) => (state === "failed" ? message || "It failed without saying why." : null),
  title: ({ engine, state }) => `${engine}, ${state}`,
  search: "Search by engine or answer",
  columns: [
    { source: "askedAt", label: "Asked", kind: "date", sortable: true },
    { source: "engine", sortable: true, link: { to: "engines", idSource: "engine" } },
    { source: "model" },
    { source: "state", kind: "status", sortable: true },
    { source: "message" },
    { source: "latencyMs", label: "Latency (ms)", kind: "number", sortable: true },
    { source: "cost", kind: "money", sortable: true },
    { source: "staffName", label: "By" },
  ],
  filters: [{ source: "engine" }, { source: "state", kind: "choice", choices: ["waiting", "ok", "failed"] }],
  sections: [
    {
      title: "Answer",
      fields: [
        { source: "errorCode" },
        { source: "inputTokens", kind: "number" },
        { source: "outputTokens", kind: "number" },
        { source: "answer", kind: "lines" },
      ],
    },
  ],
});
