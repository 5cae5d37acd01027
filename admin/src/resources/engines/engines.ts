import { Cpu } from "lucide-react";

import type { EngineRecordOut } from "@/api/generated";
import { define } from "@/components/definition";

export const engines = define<EngineRecordOut>({
  name: "engines",
  label: "Engines",
  singular: "Engine",
  icon: Cpu,
  empty: "Engines appear here once the deployment knows any.",
  live: true,
  problem: ({ circuit, lastError, allCeilingUsed, ceilingUsed }) => {
    if (allCeilingUsed >= 100)
      return "The ceiling of all engines for today is used up. Questions on our keys are asked again after midnight UTC; customers with keys of their own can go on.";
    if (ceilingUsed >= 100)
      return "The ceiling of this engine for today is used up. Questions on our key are asked again after midnight UTC; customers with a key of their own can go on.";
    return circuit === "down" || circuit === "slowed" ? lastError : null;
  },
  title: ({ name }) => name,
  sort: { field: "id", order: "ASC" },
  columns: [
    { source: "name" },
    { source: "provider", hidden: true },
    { source: "model" },
    { source: "enabled", kind: "boolean" },
    { source: "circuit", kind: "status" },
    { source: "errorRate1H", label: "Errors, 1 h", kind: "percent" },
    { source: "p95LatencyMs", label: "Slowest 5% (ms)", kind: "number" },
    { source: "costToday", kind: "money" },
    { source: "costMonth", label: "Cost, month", kind: "money" },
    { source: "monthlyCap", label: "Cap, month", kind: "money" },
    { source: "capUsed", label: "Used (%)", kind: "number" },
    { source: "ceilingUsed", label: "Ceiling used today", kind: "percent" },
  ],
  sections: [
    {
      title: "State",
      fields: [
        { source: "configured", kind: "boolean" },
        { source: "circuitUntil", label: "Circuit open until", kind: "date" },
        { source: "lastError", kind: "lines" },
        { source: "asked1H", label: "Asked, 1 h", kind: "number" },
        { source: "failed1H", label: "Failed, 1 h", kind: "number" },
        { source: "askedToday", kind: "number" },
        { source: "changedAt", label: "Changed", kind: "date" },
      ],
    },
    {
      title: "Ceiling of the day",
      fields: [
        { source: "dailyCeiling", label: "This engine, a day", kind: "money" },
        { source: "ceilingUsed", label: "Used today, with runs under way", kind: "percent" },
        { source: "allCeilingUsed", label: "Used of the ceiling of all engines", kind: "percent" },
      ],
    },
    {
      title: "Last trial",
      fields: [
        { source: "lastTestAt", label: "Asked", kind: "date" },
        { source: "lastTestState", label: "State", kind: "status" },
        { source: "lastTestLatencyMs", label: "Latency (ms)", kind: "number" },
        { source: "lastTestCost", label: "Cost", kind: "money" },
        { source: "lastTestMessage", label: "Message", kind: "lines" },
      ],
    },
  ],
  related: [{ label: "Trials", resource: "engine-tests", target: "engine" }],
  actions: [
    {
      name: "test-call",
      label: "Test call",
      explain: "Asks the engine one short question with the deployment's own key. It costs what a question costs.",
      when: ({ configured }) => configured,
      done: "The question is on its way; the answer appears under Trials.",
    },
    {
      name: "disable",
      label: "Disable",
      explain: "No run asks this engine until it is enabled again; running ones finish without it.",
      when: ({ enabled }) => enabled,
      danger: true,
      done: "Disabled.",
    },
    {
      name: "enable",
      label: "Enable",
      explain: "Runs ask this engine again.",
      when: ({ enabled }) => !enabled,
      done: "Enabled.",
    },
    {
      name: "set-model",
      label: "Change model",
      explain: "Asks another model from now on; charts mark the day.",
      params: [{ source: "model", required: true }],
      done: "The model is changed.",
    },
    {
      name: "set-cap",
      label: "Set monthly cap",
      explain: "Stops asking this engine on the deployment's key once that much was spent in a month.",
      params: [
        { source: "monthlyCap", label: "Cap (USD)", kind: "money", nullable: true, helperText: "Empty means no cap" },
      ],
      done: "The cap holds from now on.",
    },
  ],
});
