import rules from "./postal-codes.json";

/**
 * Postal codes by country, where the place somebody typed names one: a country without a rule, or none, lets every
 * code pass. The rules are the server's; `make gen` copies them.
 */
const RULES = new Map(
  rules.flatMap(({ countries, pattern, example }) => {
    const rule = { pattern: new RegExp(`^(?:${pattern})$`, "i"), example };
    return countries.map((country) => [country, rule] as const);
  }),
);

/** A code that fits the country which the place ends with, when this one does not; null when nothing is wrong. */
export function expectedPostalCode(code: string, location: string): string | null {
  const country = location
    .slice(location.lastIndexOf(",") + 1)
    .trim()
    .toLocaleLowerCase("en");
  const rule = RULES.get(country);
  return rule && code.trim() && !rule.pattern.test(code.trim()) ? rule.example : null;
}
