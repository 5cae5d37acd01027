/** A stretch of an answer in Unicode code points, half open, as the server counts. */
export type Stretch = { start: number; end: number; text: string };

const points = (text: string) => Array.from(text);

/** Where a place in the rendered answer lies in its text; null outside of it. Pieces carry their offsets. */
function placeOf(root: HTMLElement, node: Node, offset: number): number | null {
  const element = node instanceof HTMLElement ? node : node.parentElement;
  if (!element || !root.contains(element)) return null;
  const piece = element.closest<HTMLElement>("[data-start]");
  if (!piece) {
    const next = node.childNodes[offset];
    const at =
      next instanceof HTMLElement
        ? next.dataset["start"]
        : root.lastElementChild instanceof HTMLElement
          ? root.lastElementChild.dataset["end"]
          : undefined;
    return at === undefined ? null : Number(at);
  }
  const start = Number(piece.dataset["start"]);
  const end = Number(piece.dataset["end"]);
  if (node.nodeType !== Node.TEXT_NODE) return offset === 0 ? start : end;
  if (points(piece.textContent ?? "").length !== end - start) return offset === 0 ? start : end;
  return start + points((node.textContent ?? "").slice(0, offset)).length;
}

/**
 * What the reader has selected in an answer, without the white space around it; null when nothing or something else.
 */
export function selectedIn(root: HTMLElement, text: string, selection: Selection | null): Stretch | null {
  if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
  const range = selection.getRangeAt(0);
  const start = placeOf(root, range.startContainer, range.startOffset);
  const end = placeOf(root, range.endContainer, range.endOffset);
  return start === null || end === null || end <= start ? null : trimmed(text, start, end);
}

function trimmed(text: string, start: number, end: number): Stretch | null {
  const all = points(text);
  while (start < end && /\s/.test(all[start]!)) start += 1;
  while (end > start && /\s/.test(all[end - 1]!)) end -= 1;
  return start < end ? { start, end, text: all.slice(start, end).join("") } : null;
}

/** The first place where words stand in an answer, for those who type instead of selecting. */
export function findWords(text: string, words: string): Stretch | null {
  const wanted = words.trim();
  const at = wanted ? text.indexOf(wanted) : -1;
  if (at < 0) return null;
  const start = points(text.slice(0, at)).length;
  return { start, end: start + points(wanted).length, text: wanted };
}
