import type { ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { answer as words } from "@/lib/messages/analytics-answer";
import { dashboard, evidence } from "@/lib/messages/visibility";

import type { Answer } from "./api/answers";

type Citation = NonNullable<Answer["citations"]>[number];

/** What an answer cites, and apart from it what the engine only looked at. Null means the engine does not tell. */
export function AnswerSources({ citations }: { citations: Answer["citations"] }) {
  if (citations === null) return <p className="text-ink-2">{evidence.citationsUnknown}</p>;
  if (!citations.length) return <p className="text-ink-2">{evidence.noSources}</p>;
  const cited = citations.filter((citation) => citation.kind === "cited");
  const retrieved = citations.filter((citation) => citation.kind === "retrieved");
  return (
    <div className="flex flex-col gap-5">
      {cited.length ? (
        <Group title={words.cited} citations={cited} />
      ) : (
        <p className="text-ink-2">{evidence.noSources}</p>
      )}
      {retrieved.length ? <Group title={words.retrieved} citations={retrieved} /> : null}
    </div>
  );
}

function Group({ title, citations }: { title: string; citations: Citation[] }) {
  return (
    <div>
      <h4 className="mb-2 text-sm text-ink-3">
        {title} <span className="tabular">({citations.length})</span>
      </h4>
      <ul className="flex flex-col gap-2.5">
        {citations.map((citation, index) => (
          <li key={index} className="flex items-baseline gap-2.5">
            <span className="tabular w-5 shrink-0 text-right text-sm text-ink-3">{citation.number ?? "·"}</span>
            <span className="min-w-0 flex-1">
              <SourceLink url={citation.url}>{citation.title || citation.url}</SourceLink>
              <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
                <span className="wrap-anywhere">{citation.domain}</span>
                {citation.sourceClass ? (
                  <Badge tone={citation.sourceClass === "owned" ? "accent" : "neutral"}>
                    {words.classes[citation.sourceClass] ?? citation.sourceClass}
                  </Badge>
                ) : null}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Only web addresses become links; an uploaded document is named. */
export function SourceLink({ url, children }: { url: string; children: ReactNode }) {
  if (!/^https?:\/\//.test(url)) return <span className="wrap-anywhere">{children}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="text-accent-text underline decoration-1 underline-offset-4 wrap-anywhere hover:decoration-2"
    >
      {children}
      <span className="sr-only"> ({dashboard.opensInNewTab})</span>
    </a>
  );
}
