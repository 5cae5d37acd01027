/** Links keep their words; one cut off at the end of an excerpt loses the rest of its address. */
const LINK = /!?\[([^\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\)|…?$)/g;
const MARKS = /\*\*|__|`+|^#{1,6}\s+/gm;

/**
 * An excerpt of an assistant's answer without its typesetting marks, for reading in a line or two; the answer itself is
 * shown as it came.
 */
export function withoutMarks(text: string): string {
  return text.replace(LINK, "$1").replace(MARKS, "");
}
