/** Words of many signed-in screens, which the first load of the sign-in screen goes without. */
export const signedIn = {
  noSourceCited: "No source was cited in these answers.",
  notEnoughData: "not enough data yet",
  modelChanged: "model changed, not compared",
  thinPanel: "Few answers named a brand you track. Add competitors for a reliable score.",
  trendStarts: "The trend starts with the second analysis.",
  readOnly: "Your role can look but not change anything here.",
  brandPaused: "This brand is paused, so it cannot be changed. Resume it under My Brands.",
  brandPausedByPlan:
    "Your plan has no room for this brand, so it is paused and cannot be changed. Pause another one under My Brands and resume this one, or choose a larger plan.",
  planUnpaid: (plan: string) => `This opens again once the open bill of ${plan} is paid`,
  seeBill: "See the bill",
} as const;
