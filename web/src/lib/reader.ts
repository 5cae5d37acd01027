/** How the reader writes numbers and dates: in the language and time zone chosen in Settings. */
let language: string | undefined;
let zone: string | undefined;

/** The chosen language; the browser's own form of it ("en-GB") where both agree. */
export function setReader(locale: string | undefined, timeZone: string | undefined): void {
  const base = (tag: string) => tag.split("-")[0]?.toLowerCase();
  language = locale ? (navigator.languages.find((tag) => base(tag) === base(locale)) ?? locale) : undefined;
  zone = timeZone;
}

/** A formatter made once for each language and zone it is wanted in. */
export function perReader<T>(
  make: (locale: string | undefined, timeZone: string | undefined) => T,
): (at?: string | Date) => T {
  const made = new Map<string, T>();
  return (at = "") => {
    const timeZone = zoneOf(at);
    const key = `${language}|${timeZone}`;
    let found = made.get(key);
    if (found === undefined) made.set(key, (found = attempt(make, timeZone)));
    return found;
  };
}

/** The reader's zone for a moment ("…Z", "…+02:00"); a bare day and a `Date` are taken as they are. */
const zoneOf = (at: string | Date) => (typeof at === "string" && /(?:Z|[+-]\d\d:?\d\d)$/.test(at) ? zone : undefined);

/** A language or zone this browser does not know falls back to its own. */
function attempt<T>(
  make: (locale: string | undefined, timeZone: string | undefined) => T,
  timeZone: string | undefined,
): T {
  try {
    return make(language, timeZone);
  } catch {
    return make(undefined, undefined);
  }
}
