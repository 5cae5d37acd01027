/** What is said about a password while it is being chosen. */
export const passwordWords = {
  short: "Too short: use at least 8 characters.",
  common: "Weak: one of the passwords that are tried first. Choose another.",
  simple: "Weak: easy to guess. A few words that do not belong together are better.",
  fair: "Fair. Longer is stronger.",
  good: "Good.",
  strong: "Strong.",
} as const;
