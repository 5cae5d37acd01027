import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import type { ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { ContentBrief } from "@/features/publishing/reports/content-brief";
import { useParamsLink } from "@/lib/address-params";
import { gapDrawer as words } from "@/lib/messages/advice";
import { gaps } from "@/lib/messages/gaps";
import { Link } from "@/lib/navigation";
import { useDrawer } from "@/lib/use-drawer";
import { useEditing } from "@/lib/use-editing";

import { gapQuery, type Gap } from "./api/advice";
import { Response, toneOfGap } from "./content-gap-rows";
import { DecisionFacts, DecisionMenu } from "./decision-menu";
import { SimulatedMark } from "./no-gaps";
import { NoteField } from "./note-field";
import { useDecide } from "./use-decide";

/** A gap in full: who wins it, what each assistant answered, whom they cite instead, and the move. */
export function GapDrawer({ brandId, gapId }: { brandId: string; gapId: string }) {
  const { close } = useDrawer();
  const gap = useQuery(gapQuery(brandId, gapId));
  return (
    <Sheet open onOpenChange={(open) => !open && close()}>
      <SheetContent title={words.title} className="max-w-[620px]">
        {gap.data ? (
          <Body brandId={brandId} gap={gap.data} />
        ) : gap.isError ? (
          <ErrorCard error={gap.error} onRetry={() => void gap.refetch()} className="m-5" />
        ) : (
          <Skeleton className="m-5 h-64" />
        )}
      </SheetContent>
    </Sheet>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line px-5 py-4">
      <h3 className="mb-2 text-sm font-medium text-ink-2">{title}</h3>
      {children}
    </section>
  );
}

function Body({ brandId, gap }: { brandId: string; gap: Gap }) {
  const { canEdit } = useEditing(brandId);
  const { decide } = useDecide(brandId, "gap");
  const here = useParamsLink();
  return (
    <div className="pb-6">
      <div className="flex flex-col items-start gap-3 px-5 pb-4">
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={toneOfGap[gap.gapType]}>{gap.gapType}</Badge>
          <Badge>{gap.category}</Badge>
          {gap.wonBy && !gap.tooEarly ? <Badge>{words.wonBy[gap.wonBy]}</Badge> : null}
          {gap.tooEarly ? <Badge>{gaps.tooEarly}</Badge> : null}
          <SimulatedMark brandId={brandId} />
        </span>
        <p className="text-lg font-semibold">{gap.prompt}</p>
        <p className="tabular text-ink-2">
          {gap.kind === "competitor" ? `${words.seen(gap.competitor, gap.rivalAnswers, gap.n)} · ` : null}
          {words.you(gap.brandAnswers, gap.n)}
          {gap.fewAnswers ? ` · ${words.single}` : null}
        </p>
        {gap.tooEarly ? <p className="text-sm text-ink-2">{gaps.tooEarlyText}</p> : null}
        <span className="flex flex-col gap-2">
          <Response row={gap} />
        </span>
        <DecisionMenu row={gap} what={gap.prompt} disabled={!canEdit} onDecide={(change) => decide(gap.id, change)} />
        <DecisionFacts row={gap} />
      </div>
      <Part title={words.move}>
        <p>{gap.attackMove}</p>
        <Link to={here({ whatif: "1", about: gap.prompt })} className={buttonClass("secondary", "sm", "mt-3")}>
          <FlaskConical aria-hidden size={16} />
          {words.tryIt}
        </Link>
        <p className="mt-1.5 text-sm text-ink-3">{words.tryHint}</p>
        <ContentBrief brandId={brandId} gapId={gap.id} />
      </Part>
      <Part title={words.evidence}>
        <Engines gap={gap} />
      </Part>
      <Part title={words.sources}>
        {gap.sources.length ? (
          <ul className="flex flex-wrap gap-2">
            {gap.sources.map((source) => (
              <li key={source}>
                <Badge className="font-normal">{source}</Badge>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-2">{words.noSources}</p>
        )}
      </Part>
      {gap.competitors.length > 1 ? (
        <Part title={words.competitors}>
          <p>{gap.competitors.join(", ")}</p>
        </Part>
      ) : null}
      {canEdit && gap.status !== "closed" ? (
        <Part title={gaps.note}>
          <NoteField note={gap.note} onSave={(note) => decide(gap.id, { note })} />
        </Part>
      ) : null}
    </div>
  );
}

function Engines({ gap }: { gap: Gap }) {
  const { openAnswer } = useDrawer();
  return (
    <ul className="flex flex-col gap-3">
      {gap.engines.map((engine) => (
        <li key={engine.engine}>
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{engine.name}</span>
            <span className="tabular text-sm text-ink-2">{words.engineLine(engine.brand, engine.rival, engine.n)}</span>
          </p>
          <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
            {engine.answerIds.map((id, index) => (
              <button
                key={id}
                type="button"
                onClick={() => openAnswer(id)}
                className="text-sm text-accent-text underline-offset-4 hover:underline"
              >
                {words.answer(index)}
                <span className="sr-only">, {engine.name}</span>
              </button>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}
