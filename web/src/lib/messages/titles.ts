/** Names of the sections: menu entries, headers and the first part of the document's title. */
export const titles = {
  dashboard: "Dashboard",
  questions: "Questions",
  analytics: "Analytics",
  gaps: "AI Visibility Gaps",
  contentGaps: "Content Gaps",
  technicalGaps: "Technical Gaps",
  trends: "Trends",
  materials: "Brand Materials",
  brands: "My Brands",
  settings: "Settings",
  settingsGeneral: "General",
  settingsUsers: "Users",
  settingsSubscription: "Subscription",
  pricing: "Pricing",
  method: "Method",
  shared: "Shared results",
} as const;
