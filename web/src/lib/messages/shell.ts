/** Words of the dashboard shell. Specification strings are quoted exactly, punctuation included. */
export const shell = {
  menu: "Main menu",
  openMenu: "Open menu",
  upgradeBadge: "Upgrade",
  support: "Support",
  logout: "Logout",
  loggingOut: "Logging out...",

  brandFallback: "My Brands",
  planFallback: "Free Plan",
  active: "Active",
  inactive: "Inactive",
  manage: "Manage",
  createBrand: "Create new brand",
  switchBrand: "Switch brand",
  findBrand: "Find a brand",
  noBrandFound: "No brand has that name.",
  brandsFailed: "The list of brands could not be loaded.",

  planBadge: (plan: string) => `Current plan: ${plan}`,
  boost: "Boost your AI visibility",
  boostBullets: [
    "Advanced AI visibility analytics",
    "Competitor gap analysis",
    "AI optimization recommendations",
    "Multi-brand monitoring",
    "Weekly AI analysis reports",
  ],
  proPlan: "Pro Plan - Starting at $20/month",
  mostPopular: "Most Popular",
  viewAllPlans: "View All Plans",
  yourPlan: "Your plan",
  billedMonthly: "Billed monthly",
  billedYearly: "Billed annually",
  managePlan: "Manage plan",

  account: "Account",
  accountMenu: "Account menu",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },

  finishTitle: "Finish setup",
  finishText: "Tell us about your brand and the first analysis starts at once. It takes about a minute.",
  finishAction: "Continue setup",
} as const;

export const support = {
  title: "Support",
  intro: "Answers to the questions people ask most, and the details that help when you report a problem.",
  topics: [
    {
      question: "Where does a score come from?",
      answer: "Every number opens: select it to see the formula, its inputs and the answers or pages behind it, with the range we are sure of.",
    },
    {
      question: "Why is there a range beside my score?",
      answer: "Assistants answer differently each time. The range is where the score lies with 95 % confidence; changes inside it are not called changes.",
    },
    {
      question: "My website could not be analyzed",
      answer: "Check that it opens without a login and that robots.txt does not turn our crawler away. You can also describe your brand with a DOCX document instead.",
    },
    {
      question: "How do I change or end a plan?",
      answer: "Settings, then Subscription. Moving to a smaller plan goes through support.",
    },
  ],
  detailsTitle: "Details for a report",
  detailsText: "If something went wrong, these lines let us find it. They contain no passwords and nothing you typed.",
  requestId: "Latest request",
  noRequest: "none yet",
  page: "Page",
  time: "Time",
  copy: "Copy details",
  copied: "Copied",
} as const;
