/** Words around the terms and the privacy notice, which the installation supplies. */
export const legal = {
  before: "By creating an account, you agree to the",
  terms: "terms of use",
  and: "and acknowledge the",
  privacy: "privacy notice",
  prices: "See plans and prices",
  failed: "This text could not be loaded",
} as const;
