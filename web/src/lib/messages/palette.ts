/** Words of the command palette and of the keyboard help. */
export const palette = {
  open: "Search and commands",
  shortcut: "⌘K or Ctrl+K",
  label: "Command palette",
  placeholder: "Go somewhere, switch brand, search prompts",
  none: "Nothing matches. Try a section, a saved view, a brand or a word of a prompt.",
  searching: "Searching prompts",
  promptsFailed: "Prompts could not be searched.",
  groups: { go: "Go to", views: "Saved views", brands: "Switch brand", actions: "Actions", prompts: "Prompts", theme: "Theme" },
  analyze: "Run analysis",
  report: "Get report",
  help: "Keyboard shortcuts",
  addBrand: "Create new brand",
  theme: (name: string) => `Theme: ${name}`,
  current: "in view",
  brandKeywords: "brand switch",
  viewKeywords: "view saved filter",
} as const;

export const keys = {
  title: "Keyboard shortcuts",
  text: "Single keys work while you are not typing. They can be turned off in Settings, under Preferences.",
  turnOff: "Single-key shortcuts",
  turnOffHint: "Keys that act without Ctrl or ⌘. Turn them off if you dictate or press them by accident.",
  on: "On",
  off: "Off",
  rows: [
    { keys: ["⌘ K", "Ctrl K"], does: "Search and commands" },
    { keys: ["?"], does: "This help" },
    { keys: ["1 – 9"], does: "Switch to the first, second … brand" },
    { keys: ["N"], does: "Notifications" },
    { keys: ["F8"], does: "Go to the message in the corner" },
    { keys: ["Esc"], does: "Close what lies on top" },
    { keys: ["← →"], does: "Walk along a chart that has focus" },
  ],
} as const;
