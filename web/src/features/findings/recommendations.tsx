import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useState } from "react";

import { Badge, type Tone } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { Verbatim } from "@/components/ui/verbatim";
import { SourceLink } from "@/features/analytics/answer-sources";
import { useParamsLink } from "@/lib/address-params";
import { site } from "@/lib/messages/advice";
import { homepage, gaps } from "@/lib/messages/gaps";
import { advised as words } from "@/lib/messages/homepage";
import { next } from "@/lib/messages/lead";
import { Link } from "@/lib/navigation";
import { paths, pricingFor } from "@/lib/paths";
import { withoutMarks } from "@/lib/plain-words";
import { useDrawer } from "@/lib/use-drawer";
import { useEditing } from "@/lib/use-editing";

import { advisedQuery } from "./api";
import type { EvidenceRef, Recommendation } from "./api/advice";
import { DecisionFacts, DecisionMenu } from "./decision-menu";
import { useDecide } from "./use-decide";

export const toneOfPriority: Record<Recommendation["priority"], Tone> = {
  High: "attention",
  Medium: "moderate",
  Low: "info",
};
const OVER: ReadonlySet<Recommendation["status"]> = new Set(["done", "dismissed", "closed"]);
/** Done, dismissed or found closed. */
export const isOver = ({ status }: Pick<Recommendation, "status">) => OVER.has(status);
const SHOWN_PROOFS = 3;
/** The most valuable; the rest is a press away, so that what stands below is not out of reach. */
const FIRST = 5;

/** What to do, most valuable first, each with why, its evidence, what it costs and what it may bring. */
export function Recommendations({ brandId }: { brandId: string }) {
  const list = useQuery(advisedQuery(brandId));
  if (!list.data)
    return list.isError ? (
      <ErrorCard error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton className="h-72" />
    );
  const { data: rows, locked } = list.data;
  const total = rows.length + locked;
  if (!total) return <Nothing title={homepage.noneYet} text={homepage.noneYetText} />;
  const open = rows.filter((row) => !isOver(row));
  const over = rows.filter(isOver);
  return (
    <>
      {open.length ? (
        <Items brandId={brandId} rows={open} />
      ) : locked ? null : (
        <Nothing title={words.allDone} text={words.allDoneText} />
      )}
      {over.length ? (
        <details className="mt-6 border-t border-line pt-4">
          <summary className="font-medium text-accent-text">
            {words.done} ({over.length})
          </summary>
          <div className="mt-5">
            <Items brandId={brandId} rows={over} />
          </div>
        </details>
      ) : null}
      {locked ? (
        <div className="mt-6 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
          <p className="text-ink-2">{homepage.limited(rows.length, total)}</p>
          <Link to={pricingFor("recommendations.all")} className={buttonClass("primary")}>
            {homepage.unlock}
          </Link>
        </div>
      ) : null}
    </>
  );
}

function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <p className="font-medium">{title}</p>
      <p className="mt-1 text-ink-2">{text}</p>
    </div>
  );
}

function Items({ brandId, rows }: { brandId: string; rows: Recommendation[] }) {
  const [all, setAll] = useState(false);
  const more = rows.length - FIRST;
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {(all ? rows : rows.slice(0, FIRST)).map((row) => (
          <Item key={row.id} brandId={brandId} item={row} />
        ))}
      </ul>
      {all || more <= 0 ? null : (
        <Button variant="secondary" className="mt-6" onClick={() => setAll(true)}>
          {words.showMore(more)}
        </Button>
      )}
    </>
  );
}

function Item({ brandId, item }: { brandId: string; item: Recommendation }) {
  const { canEdit } = useEditing(brandId);
  const { decide } = useDecide(brandId, "recommendation");
  const here = useParamsLink();
  return (
    <li className="flex flex-col gap-2.5 py-6 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-2">
        <span className="inline-block font-medium first-letter:uppercase">{item.category}</span>
        <Badge tone={toneOfPriority[item.priority]}>{homepage.priority(item.priority)}</Badge>
        <Badge>{homepage.effort(item.effort)}</Badge>
      </div>
      <h3 className="text-lg font-semibold">{item.title}</h3>
      <p className="max-w-prose text-ink-2">{item.description}</p>
      {item.why ? (
        <p className="max-w-prose">
          <span className="font-medium">{homepage.why}: </span>
          {item.why}
        </p>
      ) : null}
      <Proofs proofs={item.evidence} />
      {item.fix ? <Fix text={item.fix} /> : null}
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        <dt className="text-ink-3">{homepage.evidenceGrade}</dt>
        <dd>{homepage.grades[item.grade]}</dd>
        {item.sourceKind === "finding" && !item.effect && !item.expectedGain ? null : (
          <>
            <dt className="text-ink-3">{words.effect}</dt>
            <dd className="tabular">{effectOf(item)}</dd>
          </>
        )}
      </dl>
      <div className="flex flex-wrap items-center gap-2">
        <DecisionMenu row={item} what={item.title} disabled={!canEdit} onDecide={(change) => decide(item.id, change)} />
        {canEdit && item.status !== "closed" && item.sourceKind !== "finding" ? (
          <Link
            to={here({ whatif: "1", recommendation: item.id, about: item.title })}
            className={buttonClass("secondary", "sm")}
          >
            <FlaskConical aria-hidden size={16} />
            {words.tryIt}
          </Link>
        ) : null}
        {canEdit && item.sourceKind === "gap" && item.status !== "dismissed" ? (
          <Link
            to={`${paths.experiments}?${new URLSearchParams({ new: "1", recommendation: item.id, about: item.title }).toString()}`}
            className={buttonClass(item.status === "done" ? "primary" : "secondary", "sm")}
          >
            {words.proveIt}
          </Link>
        ) : null}
        <CopyButton
          text={[item.title, item.description, item.fix].filter(Boolean).join("\n\n")}
          label={site.copyTask}
          done={site.copied}
        />
      </div>
      <DecisionFacts row={item} />
    </li>
  );
}

/**
 * Measured on the simulator when somebody tried it, else the most it could bring to the overall score; the gain of
 * advice on audience fit is no part of that score.
 */
export function effectOf({ effect, expectedGain, sourceKind }: Recommendation): string {
  if (!effect) return sourceKind !== "fit" && expectedGain > 0 ? next.upTo(expectedGain) : words.untested;
  return effect.verdict === "no expected change"
    ? words.noEffect
    : words.effectOf(effect.points, effect.low, effect.high);
}

function Fix({ text }: { text: string }) {
  return (
    <details>
      <summary className="text-sm font-medium text-accent-text">{words.fix}</summary>
      <div className="mt-2 flex justify-end">
        <CopyButton text={text} label={gaps.copy} done={gaps.copied} />
      </div>
      <pre
        className="overflow-x-auto rounded-field border border-line bg-sunken p-3 text-xs leading-relaxed"
        tabIndex={0}
      >
        <code>{text}</code>
      </pre>
    </details>
  );
}

/** Evidence whose words are an assistant's. */
const SAID = ["answer", "gap"];

function Proofs({ proofs }: { proofs: EvidenceRef[] }) {
  const { openAnswer } = useDrawer();
  const shown = proofs.filter((proof) => proof.kind !== "finding").slice(0, SHOWN_PROOFS);
  if (!shown.length) return null;
  return (
    <ul className="flex flex-col gap-2" aria-label={words.otherEvidence}>
      {shown.map((proof, index) => (
        <li key={index}>
          {proof.quote ? (
            <Verbatim lines={4} className="whitespace-pre-line">
              {SAID.includes(proof.kind) ? withoutMarks(proof.quote) : proof.quote}
            </Verbatim>
          ) : null}
          {proof.kind === "answer" ? (
            <button
              type="button"
              onClick={() => openAnswer(proof.ref)}
              className="mt-1 text-sm text-accent-text underline-offset-4 hover:underline"
            >
              {homepage.seeAnswer}
            </button>
          ) : (
            <p className="mt-1 text-sm text-ink-3">
              {proof.detail}
              {proof.kind === "gap" ? null : (
                <>
                  {proof.detail ? " · " : null}
                  <SourceLink url={proof.ref}>{proof.ref}</SourceLink>
                </>
              )}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
