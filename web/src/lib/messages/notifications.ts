/** Words of the bell, by kind. What they are filled with comes from the server. */
type Data = Record<string, unknown>;
const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

export const notifications = {
  title: "Notifications",
  bell: (unread: number) => (unread === 0 ? "Notifications" : `Notifications, ${unread} unread`),
  none: "Nothing yet. Finished analyses, new gaps and changes of your team and plan will be listed here.",
  failed: "Notifications could not be loaded.",
  markAll: "Mark all as read",
  unread: "Unread",
  older: "Show older",
  settings: "Notification settings",
  settingsText: "Choose what you hear of in this workspace, and how.",
  noMail: "This server has no mail set up, so nothing is sent by email yet. Your choice is kept.",
  saved: "Notification settings saved",
  event: "Event",
  channels: { "in-app": "In the app", email: "By email" },
  kinds: {
    "run-completed": "An analysis is ready",
    "run-failed": "An analysis did not finish",
    "gaps-found": "New gaps are found",
    "report-ready": "A report is ready",
    "export-ready": "An export of yours is ready",
    "member-joined": "Somebody joins the team",
    "plan-changed": "The plan changes",
  },
  lines: {
    "run-completed": (data: Data) => ({
      title: `The analysis of ${text(data["brandName"])} is ready`,
      detail: data["overall"] === null || data["overall"] === undefined ? "" : `Overall visibility ${text(data["overall"])} of 100`,
    }),
    "run-failed": (data: Data) => ({ title: `The analysis of ${text(data["brandName"])} did not finish`, detail: text(data["reason"]) }),
    "gaps-found": (data: Data) => ({
      title: `New gaps found for ${text(data["brandName"])}`,
      detail: data["count"] === 1 ? "1 gap that was not there before" : `${text(data["count"])} gaps that were not there before`,
    }),
    "export-ready": (data: Data) => ({ title: `Your export of ${text(data["brandName"])} is ready`, detail: `${text(data["format"])}, to download within 24 hours` }),
    "report-ready": (data: Data) => ({ title: `The report on ${text(data["brandName"])} is ready`, detail: `${text(data["format"])}, to download within 24 hours` }),
    "member-joined": (data: Data) => ({ title: `${text(data["member"])} joined your team`, detail: "" }),
    "plan-changed": (data: Data) => ({ title: "Your plan changed", detail: data["plan"] ? `Now ${text(data["plan"])}` : "Now the free plan" }),
  },
} as const;
