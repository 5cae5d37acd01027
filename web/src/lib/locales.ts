/** ISO 3166-1 countries and territories. */
const MARKETS =
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW".split(
    " ",
  );

/** BCP 47 languages a question can be asked in. */
const LANGUAGES =
  "ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id is it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv ta th tr uk ur vi zh-Hans zh-Hant".split(
    " ",
  );

export type Choice = { value: string; label: string };

function choices(codes: string[], type: "region" | "language"): Choice[] {
  const names = new Intl.DisplayNames(["en"], { type });
  return codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));
}

export const marketChoices = choices(MARKETS, "region");
export const languageChoices = choices(LANGUAGES, "language");

export function labelOf(list: Choice[], value: string): string {
  return list.find((choice) => choice.value === value)?.label ?? value;
}

/**
 * The browser's country. American English is what many systems are sold with, so it counts only where the clock
 * agrees: otherwise the country of the time zone is meant.
 */
export function browserMarket(language = navigator.language, zone = browserZone()): string {
  const region = maximized(language)?.region;
  if (region && region !== FACTORY_REGION && MARKETS.includes(region)) return region;
  return keepsTime(FACTORY_REGION, zone) ? FACTORY_REGION : (countryOfZone(zone) ?? FACTORY_REGION);
}

const FACTORY_REGION = "US";

function countryOfZone(zone: string): string | undefined {
  return MARKETS.find((market) => keepsTime(market, zone));
}

type ZonedLocale = Intl.Locale & { getTimeZones?: () => string[] | undefined; timeZones?: string[] };

/** Whether a country keeps a zone's time; false in a browser that does not know. */
function keepsTime(market: string, zone: string): boolean {
  const locale: ZonedLocale = new Intl.Locale(`und-${market}`);
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).includes(zone);
}

/** Ends of addresses which are sold to anybody, whatever country they belong to. */
const SOLD_TO_ANYBODY =
  "ac ag ai am cc cd co cx fm gg gs im io is la li ly me ms mu nu pw sc sh so st tc tf tk to tv vc vg ws";

/** The country an address ends with (`.co.uk`, `.de`); null for `.com` and for ends sold to anybody. */
export function marketOfWebsite(host: string): string | null {
  const end = /\.([a-z]{2})$/iu.exec(host)?.[1]?.toLowerCase();
  if (!end || SOLD_TO_ANYBODY.split(" ").includes(end)) return null;
  const market = end === "uk" ? "GB" : end.toUpperCase();
  return MARKETS.includes(market) ? market : null;
}

export function browserLanguage(language = navigator.language): string {
  const locale = maximized(language);
  if (!locale) return "en";
  const candidates = [`${locale.language}-${locale.region}`, `${locale.language}-${locale.script}`, locale.language];
  return candidates.find((candidate) => LANGUAGES.includes(candidate)) ?? "en";
}

function maximized(language: string): Intl.Locale | null {
  try {
    return new Intl.Locale(language).maximize();
  } catch {
    return null;
  }
}

/** The browser's IANA time zone. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Every IANA zone the browser knows, with its city readable; UTC first. */
export const zoneChoices = (): Choice[] =>
  ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map((value) => ({
    value,
    label: value.replaceAll("_", " "),
  }));
