import type { ReactNode } from "react";

import { Badge, type Tone } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { SourceLink } from "@/features/analytics/answer-sources";
import { gaps } from "@/lib/messages/gaps";
import { evidence } from "@/lib/messages/visibility";

import type { Finding, Level } from "./api";

export const toneOfLevel: Record<Level, Tone> = { High: "attention", Medium: "moderate", Low: "info", Info: "neutral" };

/** One below the heading the finding stands under. */
type HeadingLevel = "h3" | "h4";

/** What both the list's row and the evidence of a score say about a finding. */
type ShownFinding = Pick<
  Finding,
  "impact" | "type" | "policyChoice" | "issue" | "action" | "evidence" | "fix" | "pages"
>;

/** A technical finding in full: the pages, the line that proves it, and a fix ready to paste. */
export function FindingView({
  finding,
  headings: Heading,
  children,
}: {
  finding: ShownFinding;
  headings: HeadingLevel;
  children?: ReactNode;
}) {
  return (
    <article className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={toneOfLevel[finding.impact]}>{gaps.impact(finding.impact)}</Badge>
        <Badge>{finding.type}</Badge>
        {finding.policyChoice ? <Badge tone="info">{gaps.policyChoice}</Badge> : null}
      </div>
      <p className="font-medium">{finding.issue}</p>
      {children}
      <p className="text-ink-2">{finding.action}</p>
      {finding.evidence.length ? <Proof finding={finding} headings={Heading} /> : null}
      {finding.fix ? <Fix text={finding.fix} headings={Heading} /> : null}
      <AffectedPages pages={finding.pages} />
    </article>
  );
}

function Proof({ finding, headings: Heading }: { finding: ShownFinding; headings: HeadingLevel }) {
  return (
    <div>
      <Heading className="mb-1.5 text-sm font-medium text-ink-2">{gaps.proof}</Heading>
      <ul className="flex flex-col gap-2">
        {finding.evidence.slice(0, 4).map((item, index) => (
          <li key={index} className="text-sm">
            {item.quote ? (
              <p className="evidence overflow-x-auto whitespace-pre-wrap px-3 py-1.5 text-[15px] wrap-anywhere">
                {item.quote}
              </p>
            ) : null}
            <p className="mt-1 text-ink-3 wrap-anywhere">{[item.detail, item.ref].filter(Boolean).join(" · ")}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Fix({ text, headings: Heading }: { text: string; headings: HeadingLevel }) {
  return (
    <div>
      <div className="mb-1.5 flex items-center justify-between">
        <Heading className="text-sm font-medium text-ink-2">{gaps.fix}</Heading>
        <CopyButton text={text} label={gaps.copy} done={gaps.copied} />
      </div>
      <pre
        className="overflow-x-auto rounded-field border border-line bg-sunken p-3 text-xs leading-relaxed"
        tabIndex={0}
      >
        <code>{text}</code>
      </pre>
    </div>
  );
}

function AffectedPages({ pages }: { pages: string[] }) {
  if (!pages.length) return null;
  return (
    <details>
      <summary className="text-sm font-medium text-accent-text">{evidence.pages(pages.length)}</summary>
      <ul className="mt-2 flex flex-col gap-1 text-sm">
        {pages.slice(0, 50).map((page) => (
          <li key={page}>
            <SourceLink url={page}>{page}</SourceLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
