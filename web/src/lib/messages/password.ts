/** What is said about a password while it is being chosen. */
export const passwordWords = {
  short: "Too short: use at least 8 characters.",
  common: "Weak: attackers try this password first. Choose another.",
  simple: "Weak: easy to guess. A few unrelated words are stronger.",
  fair: "Fair. Longer is stronger.",
  good: "Good.",
  strong: "Strong.",
} as const;
