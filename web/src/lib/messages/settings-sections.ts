import { titles } from "./titles";

/** Words of the list of settings; each is also the title of its part. */
export const settingsSections = {
  list: "Settings",
  choose: (current: string) => `Settings: ${current}. Change section`,
  general: titles.settingsGeneral,
  assistants: "Assistants",
  notifications: "Notifications",
  integrations: "Integrations",
  api: "API",
  security: "Security",
  data: "Data",
  workspace: "Workspace",
  closedTitle: "Your role does not include this",
  closedText: "Ask an owner or admin of your workspace to change your role.",
  laterTitle: "Set up your brand first",
  laterText: "This part of Settings opens once your brand exists.",
} as const;
