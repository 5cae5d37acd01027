import { titles } from "./titles";

/** Words of the list of settings; each is also the title of its part. */
export const settingsSections = {
  list: "Settings",
  choose: (current: string) => `Settings: ${current}. Choose another part`,
  general: titles.settingsGeneral,
  assistants: "Assistants",
  notifications: "Notifications",
  integrations: "Integrations",
  api: "API",
  security: "Security",
  data: "Data",
  workspace: "Workspace",
  closedTitle: "Your role does not include this",
  closedText: "Owners and admins of the workspace can open it, or change your role.",
  laterTitle: "Set up your brand first",
  laterText: "There is nothing to connect before it.",
} as const;
