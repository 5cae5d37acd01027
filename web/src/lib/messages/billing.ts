/** Words of pricing and Settings / Subscription. Specification strings are quoted exactly, punctuation included. */
export const frequencies = { monthly: "Monthly", yearly: "Annual" } as const;

export const pricing = {
  title: "Upgrade Your Plan",
  currentPlan: (name: string, frequency: string) => `Your current plan: ${name} (${frequency})`,
  free: "Free",
  billing: "Billing period",
  saveShare: (percent: number) => `Save ${percent} %`,
  recommended: "RECOMMENDED",
  perMonth: "per month",
  billedYearly: (charge: string) => `billed annually, ${charge}`,
  billedMonthly: "billed monthly",
  choose: "Choose Plan",
  choosing: "Preparing...",
  current: "Current plan",
  contactSupport: "Contact Support",
  choosePlan: (label: string, plan: string) => `${label}: ${plan}`,
  currency: "Prices in US dollars. Taxes may apply.",
  currentFailed: "Your current plan could not be loaded",

  writeToUs: "Write to us",

  compare: "Compare plans",
  compareText: "Every limit is per workspace. Nothing is deleted when a plan ends.",
  feature: "Feature",
  included: "Included",
  notIncluded: "Not included",
  askedAbout: "What you were looking for",
  reason: (feature: string) => `${feature}: more with a higher plan`,
  reasonText: "The line is marked below.",

  contact: "Contact Us",
  contactTitle: "Need a custom plan?",
  contactText: "Need more? Talk to us. We answer by email.",
  contactSignedOut: "Sign in first, so that we know which account to set up.",
  contactLogin: "Sign in to write to us",
  account: "Account",
  business: "Business",
  plan: "Current plan",
  copy: "Copy details",
  copied: "Copied",

  canceledTitle: "Checkout was canceled",
  canceledText: "Nothing was charged and your plan has not changed.",
  waitingTitle: "We are still waiting for confirmation",
  waitingText:
    "Your payment provider has not confirmed the payment yet. Your plan changes as soon as it does; nothing needs to be paid again.",
  doneTitle: (plan: string) => `You are on ${plan}`,
  goToDashboard: "Go to dashboard",
} as const;

export const checkout = {
  loginTitle: "Login Required",
  loginText: "Please log in to subscribe to a plan.",
  subscribedTitle: "Already Subscribed",
  subscribedText: "You are already subscribed to this plan.",
  supportTitle: "Contact Support",
  supportText: "Please contact support to downgrade your subscription.",
  preparingTitle: "Preparing Checkout",
  preparingText: "Setting up your subscription upgrade...",
  errorTitle: "Checkout Error",
  failed: "Failed to start checkout process. Please try again.",
  noAddress: "Unable to create checkout session. Please try again later.",
  orContact: "Please try again or contact support.",
} as const;

export const subscription = {
  plan: "Current plan",
  planFallback: "Basic Plan",
  upgrade: "Upgrade",
  upgradeText: "Weekly analysis, every gap and recommendation, more brands and a team.",
  period: (from: string, to: string) => `${from} to ${to}`,
  periodLabel: "Current period",
  endsOn: (date: string) => `Ends on ${date}`,
  features: "Plan features",
  defaultFeatures: ["Basic landing page features", "No custom domain registration", "Limited analytics"],
  change: "Change Plan",
  cancel: "Cancel Subscription",
  loadFailed: "Your subscription could not be loaded",
  usage: "In use",
  usageNames: {
    "team.seats": "Team members",
    "brands.max": "Brands",
    "websites.max": "Websites",
    "materials.max": "Materials",
    "competitors.max": "Competitors",
    "prompts.max": "Questions",
  } as Record<string, string>,
  usageOf: (used: number, limit: number | null) =>
    limit ? `${used} of ${limit}` : limit === null ? `${used}, no limit` : `${used}, none beyond setup`,
} as const;

/** The price list when the call for it fails. */
export const fallbackPlans = [
  {
    id: 1,
    name: "Pro",
    description: "For one website that wants to be named.",
    price: "20.00",
    yearlyPerMonth: "16.00",
    features: ["1 website", "AI recommendations", "Basic visibility tracking"],
    popular: false,
  },
  {
    id: 2,
    name: "Growth",
    description: "For growing brands with several websites.",
    price: "49.00",
    yearlyPerMonth: "39.00",
    features: ["3 websites", "Everything in Pro", "Advanced tracking", "Priority support"],
    popular: true,
  },
  {
    id: 3,
    name: "Scale",
    description: "For portfolios and agencies.",
    price: "99.00",
    yearlyPerMonth: "79.00",
    features: ["5 websites", "Everything in Growth", "Custom integrations", "Dedicated account manager"],
    popular: false,
  },
];

/** A cell: words, or whether it is included at all. */
export type Cell = string | boolean;
export type Comparison = {
  key: string;
  label: string;
  /** In one sentence. */ means: string;
  cells: readonly [Cell, Cell, Cell, Cell];
};

/** Free, Pro, Growth, Scale; the key is the server's name of the limit. */
export const comparison: readonly { group: string; rows: readonly Comparison[] }[] = [
  {
    group: "Analysis",
    rows: [
      {
        key: "analysis.weekly",
        label: "Scheduled analysis",
        means: "How often every question is asked again by itself. You can start an analysis yourself, too.",
        cells: ["Monthly", "Weekly", "Weekly", "Weekly"],
      },
      {
        key: "prompts.max",
        label: "Questions, all brands",
        means: "What the assistants are asked, shared by all your brands.",
        cells: ["10", "25", "75", "150"],
      },
      {
        key: "engines.max",
        label: "AI assistants",
        means: "ChatGPT, Perplexity, Google Gemini and others, asked in every analysis.",
        cells: ["3", "4", "All", "All"],
      },
      {
        key: "samples.max",
        label: "Answers per question",
        means:
          "How often an assistant is asked the same question in one analysis. More answers give narrower intervals.",
        cells: ["1", "2", "3", "3"],
      },
      {
        key: "competitors.max",
        label: "Competitors",
        means: "Businesses you are compared with, for each of your brands.",
        cells: ["2", "5", "10", "20"],
      },
    ],
  },
  {
    group: "Results",
    rows: [
      {
        key: "recommendations.all",
        label: "Recommendations",
        means: "What to change first, with its effort and expected effect.",
        cells: ["1", "All", "All", "All"],
      },
      {
        key: "gaps.content",
        label: "Content gaps",
        means: "Questions where the answers name others and not you.",
        cells: ["First 3", "All", "All", "All"],
      },
      {
        key: "gaps.technical",
        label: "Technical gaps",
        means: "What keeps assistants from reading your website.",
        cells: ["First 5", "All", "All", "All"],
      },
      {
        key: "trends.full",
        label: "Trending queries",
        means: "What assistants search the web for to answer in your market.",
        cells: ["First 3", "All", "All", "All"],
      },
      {
        key: "analytics.full",
        label: "Analytics",
        means: "Charts over time, competitors, sources and every answer, this far back.",
        cells: [false, "90 days", "12 months", "24 months"],
      },
    ],
  },
  {
    group: "Business",
    rows: [
      {
        key: "brands.max",
        label: "Brands",
        means: "Businesses or products of yours that are measured on their own.",
        cells: ["1", "3", "10", "25"],
      },
      {
        key: "websites.max",
        label: "Websites",
        means: "Sites that are read for your brands.",
        cells: ["1", "1", "3", "5"],
      },
      {
        key: "materials.max",
        label: "Brand materials",
        means: "Pages and documents checked for how well they fit your audience. Fair use on Pro: 500.",
        cells: ["Current brand", "Unlimited", "Unlimited", "Unlimited"],
      },
      {
        key: "team.seats",
        label: "Team members",
        means: "People who sign in to your workspace, each with a role.",
        cells: ["1", "3", "10", "25"],
      },
    ],
  },
  {
    group: "Sharing and support",
    rows: [
      {
        key: "reports.monthly",
        label: "Reports",
        means: "Your results as a document to pass on.",
        cells: ["1 PDF a month", "PDF and DOCX", "PDF and DOCX", "With your logo"],
      },
      {
        key: "share.links",
        label: "Shared views",
        means: "Your results behind a link, without sign-in.",
        cells: [false, "3", "10", "50"],
      },
      {
        key: "digest.weekly",
        label: "Digest",
        means: "What moved, sent to you.",
        cells: ["Monthly", "Weekly", "Also in Slack", "Also by webhook"],
      },
      {
        key: "api.read",
        label: "API",
        means: "Your data for programs of your own.",
        cells: [false, false, "Read", "Read and write"],
      },
      {
        key: "support.priority",
        label: "Support",
        means: "How soon your messages are answered, and by whom.",
        cells: ["Standard", "Standard", "Priority", "Dedicated manager"],
      },
    ],
  },
];

/** Short reasons of the links that lead here. */
export const reasonKeys: Record<string, string> = {
  brands: "brands.max",
  websites: "websites.max",
  materials: "materials.max",
  team: "team.seats",
  analytics: "analytics.full",
  recommendations: "recommendations.all",
  trends: "trends.full",
  analysis: "analysis.weekly",
};
