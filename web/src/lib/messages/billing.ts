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

/** Short reasons of the links that lead here. */
export const reasonKeys: Record<string, string> = {
  brands: "brands.max",
  websites: "websites.max",
  materials: "materials.max",
  team: "team.seats",
  analytics: "analytics.full",
  recommendations: "recommendations.all",
  trends: "trends.full",
  traffic: "traffic.full",
  analysis: "analysis.weekly",
};
