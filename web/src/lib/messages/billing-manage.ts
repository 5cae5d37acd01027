/** Words of a running subscription: ending, keeping and changing it, what is owed, what is paused. */
export const returned = {
  checking: "Confirming your payment",
  checkingText: "This takes a few seconds. Nothing needs to be paid again.",
  again: "Check again",
  upgradedText: "Your upgrade is in force, for everybody in this workspace.",
  startedText: "Everything in your plan is open now, for everybody in this workspace.",
} as const;

export const asking = {
  title: (owner: string) => `Ask ${owner} to change the plan`,
  text: "Only the owner and members with the Billing role can change plans and see invoices.",
  owner: "the owner",
} as const;

export const manual = {
  noticeTitle: "Online payment is not set up",
  noticeText:
    "Plans cannot be paid on this site yet. Choose one and send a request: support answers by email and sets the plan up. Nothing is charged here.",
  title: (plan: string) => `Request ${plan}`,
  text: (price: string) => `${price}. Support answers by email; your plan changes once that is agreed.`,
  perMonth: (price: string) => `${price} per month`,
  perYear: (price: string) => `${price} per year`,
  note: "Anything we should know",
  message: (plan: string, frequency: string) => `Please set up the plan ${plan} (${frequency}) for our workspace.`,
  send: "Send request",
  sending: "Sending...",
  close: "Close",
} as const;

export const cancellation = {
  title: "Cancel your subscription?",
  ends: (plan: string, date: string) =>
    `${plan} stays open until ${date}. After that this workspace is on the free plan.`,
  endsWithPeriod: (plan: string) =>
    `${plan} stays open until the end of the current billing period. After that this workspace is on the free plan.`,
  endedBefore: (plan: string) =>
    `${plan} is closed already because a payment is missing. This workspace stays on the free plan.`,
  lostTitle: "What changes then",
  lost: [
    "Analysis runs monthly instead of weekly",
    "Gaps, recommendations and trends are previews again",
    "Brands and members beyond the free plan are paused, not deleted",
  ],
  reason: "Why are you leaving?",
  reasonHint: "Optional. We read every answer.",
  keep: "Keep subscription",
  confirm: "Cancel Subscription",
  confirming: "Cancelling...",
  doneTitle: "Subscription Cancelled",
  doneText: "Your subscription will end at the end of the current billing period.",
  errorTitle: "Error",
  failed: "Failed to cancel subscription. Please try again.",
} as const;

export const managing = {
  resume: "Resume",
  endsText: "It will not renew and nothing more is charged. You can resume it until then.",
  resumedTitle: "Subscription resumed",
  resumedText: "It renews as before.",
  resumeFailed: "Failed to resume subscription. Please try again.",
  nextPayment: (date: string) => `Next payment on ${date}`,
  openUntil: (date: string) => `Open until ${date}`,
  byHand: "Set up by our support; nothing is charged online.",
  statuses: {
    active: "",
    trialing: "Trial",
    past_due: "Payment overdue",
    unpaid: "Not paid",
    canceled: "Cancelled",
    expired: "Ended",
  },
  payment: "Update payment method",
  portal: "Payment and billing details",
  portalFailed: "The payment page could not be opened",
  portalLater: "Please try again in a moment.",
  toYearly: "Switch to annual billing",
  toMonthly: "Switch to monthly billing",
} as const;

export const switching = {
  text: "You confirm on the payment page, which shows the exact amount first.",
  now: "Now",
  then: "From then on",
  perMonth: (price: string) => `${price} per month`,
  perYear: (price: string) => `${price} per year`,
  credit: "Credit for the rest of this period, about",
  due: "To pay now, about",
  kept: "Kept as credit for later bills, about",
  estimate: "Estimated from list prices, before taxes and discounts.",
  back: "Go back",
  go: "Continue to confirm",
  going: "Opening...",
} as const;

export const overdue = {
  graceTitle: "Your last payment failed",
  grace: (plan: string, date: string) =>
    `${plan} stays open until ${date}. Update the payment method before then and nothing changes.`,
  closedTitle: "Your plan is paused because a payment is missing",
  closed: (plan: string) =>
    `The features of ${plan} are closed until the open bill is paid. Brands and members beyond the free plan are paused; nothing is deleted.`,
} as const;

export const surplus = {
  title: "Paused by your plan",
  text: "Your plan has no room for these. Nothing was deleted: their results stay readable, and they go on by themselves once the plan has room again.",
  brands: "Brands",
  members: "Members",
  people: (count: number) => (count === 1 ? "1 member" : `${count} members`),
  choose:
    "The primary brand and then the oldest ones stay active. To keep another one, pause or delete a brand you need less, then resume the other.",
  chooseLink: "Choose brands",
  peopleLink: "See members",
  upgrade: "Make room with a higher plan",
} as const;

export const invoices = {
  title: "Invoices",
  none: "No invoices yet.",
  failed: "Your invoices could not be loaded",
  date: "Date",
  number: "Number",
  amount: "Amount",
  status: "Status",
  links: "Documents",
  view: "View",
  pdf: "PDF",
  viewLabel: (number: string) => `View invoice ${number}`,
  pdfLabel: (number: string) => `PDF of invoice ${number}`,
  more: "Show more",
  statuses: {
    paid: "Paid",
    open: "Open",
    draft: "Draft",
    void: "Void",
    uncollectible: "Not collected",
    failed: "Failed",
    pending: "Open",
  } as Record<string, string>,
} as const;
