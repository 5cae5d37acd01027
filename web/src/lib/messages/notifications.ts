/** Words of the bell, by kind. What they are filled with comes from the server. */
type Data = Record<string, unknown>;
const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const fetchable = (format: unknown) => `${text(format)}, to download within 24 hours`;

export const notifications = {
  title: "Notifications",
  bell: (unread: number) => (unread === 0 ? "Notifications" : `Notifications, ${unread} unread`),
  said: "Messages of this visit",
  none: "Nothing yet. Finished analyses, new gaps and changes of your team and plan will be listed here.",
  failed: "Notifications could not be loaded.",
  markAll: "Mark all as read",
  unread: "Unread",
  older: "Show older",
  settings: "Notification settings",
  event: "Event",
  channels: { "in-app": "In the app", email: "By email" },
  slack: "Slack",
  kinds: {
    "run-completed": "An analysis is ready",
    "run-failed": "An analysis did not finish",
    "gaps-found": "New gaps are found",
    "alert-fired": "An alert is met",
    "experiment-judged": "An experiment has a result",
    "report-ready": "A report is ready",
    "export-ready": "An export of yours is ready",
    "member-joined": "Somebody joins the team",
    "plan-changed": "The plan changes",
    "endpoint-disabled": "A webhook is switched off",
  },
  lines: {
    "run-completed": ({ brandName, overall, standsFor }: Data) => ({
      title: `The analysis of ${text(brandName)} is ready`,
      detail:
        overall === null || overall === undefined
          ? ""
          : `Overall AI Visibility${standsFor === "technical-only" ? " (technical only)" : ""} ${text(overall)} of 100`,
    }),
    "run-failed": ({ brandName, reason }: Data) => ({
      title: `The analysis of ${text(brandName)} did not finish`,
      detail: text(reason),
    }),
    "gaps-found": ({ brandName, count }: Data) => ({
      title: `New gaps found for ${text(brandName)}`,
      detail: count === 1 ? "1 gap that was not there before" : `${text(count)} gaps that were not there before`,
    }),
    "alert-fired": ({ brandName, ruleName, reason }: Data) => ({
      title: `${text(brandName)}: ${text(ruleName)}`,
      detail: text(reason),
    }),
    "experiment-judged": ({ brandName, headline, sentence }: Data) => ({
      title: `${text(brandName)}: ${text(headline)}`,
      detail: text(sentence),
    }),
    "endpoint-disabled": ({ endpoint, reason }: Data) => ({
      title: `${text(endpoint)} was switched off`,
      detail: text(reason),
    }),
    "export-ready": ({ brandName, format }: Data) => ({
      title: `Your export of ${text(brandName)} is ready`,
      detail: fetchable(format),
    }),
    "report-ready": ({ brandName, format }: Data) => ({
      title: `The report on ${text(brandName)} is ready`,
      detail: fetchable(format),
    }),
    "member-joined": ({ member }: Data) => ({ title: `${text(member)} joined your team`, detail: "" }),
    "plan-changed": ({ plan }: Data) => ({
      title: "Your plan changed",
      detail: plan ? `Now ${text(plan)}` : "Now the free plan",
    }),
  },
} as const;
