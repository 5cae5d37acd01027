/** Limits that are numbers on some plan, as `billing/entitlements.py` names them; the server refuses any other. */
export const LIMITS = [
  { id: "websites.max", name: "Websites" },
  { id: "brands.max", name: "Brands" },
  { id: "materials.max", name: "Materials" },
  { id: "team.seats", name: "Seats" },
  { id: "prompts.max", name: "Prompts" },
  { id: "engines.max", name: "Engines" },
  { id: "samples.max", name: "Samples of a prompt" },
  { id: "competitors.max", name: "Competitors" },
  { id: "reports.monthly", name: "Reports a month" },
  { id: "share.links", name: "Share links" },
];
