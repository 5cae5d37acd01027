/** Words of the first steps on the dashboard. */
export const checklist = {
  title: "First steps",
  left: (count: number) => (count === 1 ? "1 left" : `${count} left`),
  steps: {
    competitors: { title: "Confirm your competitors", text: "Gaps and share of voice are counted against them." },
    prompts: { title: "Review the questions", text: "Add what your customers ask, pause what they do not." },
    issue: { title: "Fix a first issue", text: "Mark it done; the next analysis checks it." },
    team: { title: "Invite your team", text: "Others can look, fix and discuss with you." },
    report: { title: "Schedule your report", text: "What moved, by email, as often as you like." },
  },
  hide: "Hide first steps",
  hidden: "First steps are hidden",
} as const;
