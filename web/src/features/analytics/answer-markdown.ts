/** What markdown says of a stretch of an answer, in Unicode code points, half open: the signs, and what they mark. */
export type Mark = { start: number; end: number; as: "sign" | "bullet" | "heading" | "strong" | "emphasis" | "code" };

const HEADING = /^( {0,3}#{1,6} +)(.+)$/gm;
const BULLET = /^([ \t]*)[-*+](?= +\S)/gm;
const STRONG = /(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g;
const EMPHASIS = /(?<![*_\w])([*_])(?=[^\s*_])([^*_\n]+?)(?<=\S)\1(?![*_\w])/g;
const CODE = /`([^`\n]+)`/g;
const LINK = /(!?)\[([^\]\n]+)\](\((?:[^()\s]|\([^()\s]*\))*\))/g;
const FENCE = /^```.*\n[^]*?(?:^```|(?![^]))/gm;
/** Up to a star, which hardly any address has and which ends what stands out. */
const ADDRESS = /https?:\/\/(?:[^\s<>"*()]|\([^\s()]*\))+/g;
/** Neither a sign nor a letter nor a space. */
const UNREAD = "\ufffc";

/**
 * The markdown of an answer. Nothing of it becomes an element of the page or an address: it only says which signs need
 * not be read and which words they set apart, so an answer stays what it was, word for word.
 */
export function marksOf(text: string): Mark[] {
  const at = codePoints(text);
  const marks: Mark[] = [];
  const add = (start: number, end: number, as: Mark["as"]) => marks.push({ start: at(start), end: at(end), as });
  const between = (found: RegExpMatchArray, before: number, after: number, as: Mark["as"]) => {
    const [start, end] = [found.index!, found.index! + found[0].length];
    add(start, start + before, "sign");
    if (after) add(end - after, end, "sign");
    add(start + before, end - after, as);
  };
  const outside = without(FENCE, text);
  const prose = without(CODE, outside);
  const words = without(ADDRESS, prose);
  for (const found of outside.matchAll(HEADING)) between(found, found[1]!.length, 0, "heading");
  for (const found of outside.matchAll(BULLET)) {
    const sign = found.index + found[1]!.length;
    add(sign, sign + 1, "bullet");
  }
  for (const found of words.matchAll(STRONG)) between(found, 2, 2, "strong");
  for (const found of words.matchAll(EMPHASIS)) between(found, 1, 1, "emphasis");
  for (const found of outside.matchAll(CODE)) between(found, 1, 1, "code");
  for (const found of prose.matchAll(LINK)) {
    const end = found.index + found[0].length;
    add(found.index, found.index + found[1]!.length + 1, "sign");
    add(end - found[3]!.length - 1, end, "sign");
  }
  return marks;
}

/** The text with what matches made unreadable, every other character at its place: signs in it are none of markdown. */
const without = (what: RegExp, text: string) => text.replace(what, (found) => UNREAD.repeat(found.length));

/** From places in a script's own units to code points; the same for most texts. */
function codePoints(text: string): (place: number) => number {
  if (!/[\ud800-\udbff]/.test(text)) return (place) => place;
  return (place) => Array.from(text.slice(0, place)).length;
}
