/** "de" as "German", "en-US" as "English (United States)"; what is no language tag stays as it is. */
export function localeName(tag: string): string {
  try {
    return new Intl.DisplayNames(["en"], { type: "language", languageDisplay: "standard" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
