/**
 * Postal codes by country, where the place somebody typed names one; the server has the same rules.
 * A country without a rule here, or none, lets every code pass. Two letters name a country only where no region has
 * them:
 * Los Angeles lies in CA, Dover in DE, Novara in NO.
 */
const RULES: readonly (readonly [names: string, pattern: RegExp, example: string])[] = [
  ["us|usa|united states|united states of america", /^\d{5}(-\d{4})?$/, "10001"],
  ["canada", /^[a-z]\d[a-z] ?\d[a-z]\d$/i, "K1A 0B1"],
  [
    "gb|uk|united kingdom|great britain|england|scotland|wales|northern ireland",
    /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i,
    "LS1 4DY",
  ],
  ["ireland", /^[a-z]\d[\dw] ?[a-z\d]{4}$/i, "D02 X285"],
  ["germany|deutschland", /^\d{5}$/, "10115"],
  ["france", /^\d{5}$/, "75001"],
  ["spain|españa", /^\d{5}$/, "28001"],
  ["italy|italia", /^\d{5}$/, "00118"],
  ["austria|österreich", /^\d{4}$/, "1010"],
  ["switzerland|schweiz|suisse", /^\d{4}$/, "8001"],
  ["belgium", /^\d{4}$/, "1000"],
  ["netherlands|the netherlands|nederland", /^\d{4} ?[a-z]{2}$/i, "1012 AB"],
  ["denmark", /^\d{4}$/, "1050"],
  ["norway", /^\d{4}$/, "0150"],
  ["sweden", /^\d{3} ?\d{2}$/, "111 22"],
  ["finland", /^\d{5}$/, "00100"],
  ["poland|polska", /^\d{2}-\d{3}$/, "00-001"],
  ["czechia|czech republic", /^\d{3} ?\d{2}$/, "110 00"],
  ["portugal", /^\d{4}-\d{3}$/, "1000-001"],
  ["australia", /^\d{4}$/, "2000"],
  ["new zealand", /^\d{4}$/, "6011"],
  ["japan", /^\d{3}-?\d{4}$/, "100-0001"],
  ["india", /^\d{3} ?\d{3}$/, "110001"],
  ["brazil|brasil", /^\d{5}-?\d{3}$/, "01310-100"],
];

/** A code that fits the country which the place ends with, when this one does not; null when nothing is wrong. */
export function expectedPostalCode(code: string, location: string): string | null {
  const country = location
    .slice(location.lastIndexOf(",") + 1)
    .trim()
    .toLocaleLowerCase("en");
  if (!code.trim() || !country) return null;
  const rule = RULES.find(([names]) => names.split("|").includes(country));
  return rule && !rule[1].test(code.trim()) ? rule[2] : null;
}
