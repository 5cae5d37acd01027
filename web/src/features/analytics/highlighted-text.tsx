import type { ReactNode, Ref } from "react";

import { cn } from "@/lib/cn";

import { marksOf, type Mark } from "./answer-markdown";
import type { Highlight } from "./api/answers";

type Piece = { text: string; start: number; end: number; kind: Highlight["kind"] | null; entity: string | null };

/** Cuts a text at highlights given in Unicode code points; overlaps go to the earlier, longer span. */
export function piecesOf(text: string, highlights: Highlight[]): Piece[] {
  const points = Array.from(text);
  const ordered = [...highlights].sort((a, b) => a.start - b.start || b.end - a.end);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end, kind, entity } of ordered) {
    if (start < at || end <= start || start >= points.length) continue;
    if (start > at)
      pieces.push({ text: points.slice(at, start).join(""), start: at, end: start, kind: null, entity: null });
    const last = Math.min(end, points.length);
    pieces.push({ text: points.slice(start, last).join(""), start, end: last, kind, entity });
    at = last;
  }
  if (at < points.length)
    pieces.push({ text: points.slice(at).join(""), start: at, end: points.length, kind: null, entity: null });
  return pieces;
}

type Styled = Piece & { as: Mark["as"][] };

/** The pieces cut again where markdown begins or ends. A citation's chip says itself what of it is read. */
export function styled(pieces: Piece[], marks: Mark[]): Styled[] {
  const cuts = [...new Set(marks.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  return pieces.flatMap((piece) => {
    if (piece.kind === "citation") return [{ ...piece, as: [] }];
    const points = Array.from(piece.text);
    const places = [piece.start, ...cuts.filter((cut) => cut > piece.start && cut < piece.end), piece.end];
    return places.slice(1).map((end, index) => {
      const start = places[index]!;
      return {
        ...piece,
        start,
        end,
        text: points.slice(start - piece.start, end - piece.start).join(""),
        as: marks.filter((mark) => mark.start <= start && end <= mark.end).map((mark) => mark.as),
      };
    });
  });
}

const LOOKS: Partial<Record<Mark["as"], string>> = {
  heading: "font-semibold",
  strong: "font-semibold",
  emphasis: "italic",
  code: "font-mono text-[0.9em]",
};

const LINK = /\[([^\]]+)\]\([^)]*\)/g;

/** What a citation's chip says: the names of links, or the number without its brackets. */
export function citationLabel(text: string): string {
  const names = [...text.matchAll(LINK)].map((match) => match[1]);
  return names.length ? names.join(", ") : text.replace(/[[\]]/g, "");
}

function marked({ text, kind }: Piece): ReactNode {
  switch (kind) {
    case "brand":
      return <mark className="rounded-[3px] bg-accent-surface px-0.5 font-semibold text-accent-text">{text}</mark>;
    case "competitor":
      return <span className="underline decoration-ink-3 decoration-1 underline-offset-4">{text}</span>;
    case "citation":
      return (
        <sup className="mx-0.5 rounded-full border border-evidence-rule px-1 font-sans text-[10px] text-ink-2">
          {citationLabel(text)}
        </sup>
      );
    case "review":
      return <span className="underline decoration-moderate decoration-dotted underline-offset-4">{text}</span>;
    default:
      return text;
  }
}

/**
 * Verbatim words with the brand in the accent, competitors underlined and citations as small chips; markdown reads as it
 * was meant, its signs left out. Each piece carries its offsets.
 */
export function HighlightedText({
  text,
  highlights,
  textRef,
}: {
  text: string;
  highlights: Highlight[];
  textRef?: Ref<HTMLDivElement>;
}) {
  return (
    <div ref={textRef} className="evidence whitespace-pre-wrap px-4 py-3 text-[17px] leading-relaxed wrap-anywhere">
      {styled(piecesOf(text, highlights), marksOf(text))
        .filter(({ as }) => !as.includes("sign"))
        .map((piece) => (
          <span
            key={piece.start}
            data-start={piece.start}
            data-end={piece.end}
            className={cn(...piece.as.map((as) => LOOKS[as]))}
          >
            {piece.as.includes("bullet") ? "•" : marked(piece)}
          </span>
        ))}
    </div>
  );
}
