/** The table of the specification's strings as the tests that see them on a screen read it. */
import specification from "./specification.json";

/** `as`: how a string with sample values reads with the values of the test that sees it. */
export type Row = {
  text: string | number;
  says: string;
  with?: unknown[];
  folder?: string;
  seen?: string;
  as?: string;
};
export type Place = Row & { screen: string; folder: string };

export const screens = specification.screens as { screen: string; folder: string; strings: Row[] }[];
export const rows: Place[] = screens.flatMap(({ screen, folder, strings }) =>
  strings.map((row) => ({ folder, ...row, screen })),
);

/**
 * A row names its test as "file", or as "file#state" where the test brings screens into states and this table says what
 * is read there.
 */
export const testOf = ({ seen = "" }: Row): { file: string; state: string } => {
  const [file = "", state = ""] = seen.split("#");
  return { file, state };
};

const plain = (words: string | null) => (words ?? "").replace(/\s+/g, " ").trim();

/**
 * Everything a screen says: the words of each element with and without those of its parts, and the names of what has
 * none.
 */
export function said(): ReadonlySet<string> {
  const words = new Set<string>();
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest("[hidden], script, style")) continue;
    const own = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.nodeValue ?? "");
    for (const each of [element.textContent, own.join(""), element.getAttribute("aria-label")])
      words.add(plain(each).replace(/ ?[*:]$/, ""));
  }
  return words;
}

/** The rows that the screen does not say, word for word. */
export function unsaid(wanted: readonly Row[]): string[] {
  const words = said();
  return wanted.map(({ text, as }) => as ?? String(text)).filter((text) => !words.has(text.replace(/:$/, "")));
}
