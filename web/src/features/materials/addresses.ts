import { looksLikeWebsite } from "@/lib/website";

/** As many as one turn adds; more wait for the next. */
export const MOST = 50;

/** Whitespace, or a comma or semicolon before the next scheme: within an address both are part of it. */
const BETWEEN = /\s+|[,;]+(?=https?:\/\/)/i;

/** The addresses in what was typed or pasted, each once: the lines, or what a sitemap lists. */
export function addressesOf(text: string): string[] {
  const listed = [...text.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]+?)\s*(?:\]\]>)?\s*<\/loc>/gi)].map((match) =>
    match[1]!.replaceAll("&amp;", "&"),
  );
  const lines = listed.length ? listed : text.split(BETWEEN).map((line) => line.replace(/[,;]+$/, ""));
  return [...new Set(lines.map((line) => line.trim()).filter(Boolean))];
}

/** Those that are no address of a page. */
export const noAddresses = (addresses: readonly string[]) => addresses.filter((address) => !looksLikeWebsite(address));
