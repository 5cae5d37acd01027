import { useQuery } from "@tanstack/react-query";
import { Check, Minus, X } from "lucide-react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorCard } from "@/components/ui/error-card";
import { lazyPart, type PartProps } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { Verbatim } from "@/components/ui/verbatim";
import { longDate } from "@/lib/format";
import { facts as factWords } from "@/lib/messages/facts";
import { homepage as words } from "@/lib/messages/gaps";
import { dashboard } from "@/lib/messages/visibility";
import { Link } from "@/lib/navigation";
import { paths, pricingFor } from "@/lib/paths";
import { withoutMarks } from "@/lib/plain-words";
import { useDrawer } from "@/lib/use-drawer";

import { interpretationsQuery, type Interpretation, type InterpretationCard } from "./api/advice";

const FactsDrawer = lazyPart<PartProps & { brandId: string }>(
  async () => (await import("@/features/analytics/facts-drawer")).FactsDrawer,
);
const NOT_ASKABLE: ReadonlySet<string> = new Set(["compatible", "imported"]);

/** What each assistant says the brand is: stored words, never ours. An assistant without an answer says why. */
export function Interpretations({ brandId, materialId = null }: { brandId: string; materialId?: string | null }) {
  const cards = useQuery(interpretationsQuery(brandId, materialId));
  const { drawer, openFacts, close } = useDrawer();
  if (cards.isError)
    return <ErrorCard title={words.interpretations} error={cards.error} onRetry={() => void cards.refetch()} />;
  if (!cards.data) return <Skeleton className="h-64" />;
  const { facts, least } = cards.data;
  const shown = cards.data.cards.filter((card) => card.interpretation || !NOT_ASKABLE.has(card.engine));
  return (
    <Card>
      <CardHeader
        title={words.interpretations}
        description={materialId ? words.interpretationsOfMaterial : words.interpretationsText}
        action={
          materialId ? null : (
            <Button
              variant="secondary"
              size="sm"
              onPointerEnter={() => void FactsDrawer.prefetch()}
              onFocus={() => void FactsDrawer.prefetch()}
              onClick={openFacts}
            >
              {factWords.open}
            </Button>
          )
        }
      />
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {shown.map((card) => (
          <li key={card.engine} className="flex min-w-0 flex-col gap-3 rounded-card border border-line p-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold">{card.engineName}</h3>
              {card.interpretation ? (
                card.basis === "simulator" ? (
                  <Badge tone="info">{dashboard.simulated}</Badge>
                ) : null
              ) : (
                <Badge>{words.states[card.state]}</Badge>
              )}
            </div>
            {card.interpretation ? (
              <Said said={card.interpretation} name={card.engineName} facts={facts} least={least} />
            ) : (
              <Silent card={card} />
            )}
          </li>
        ))}
      </ul>
      {drawer.facts ? <FactsDrawer brandId={brandId} onClose={close} /> : null}
    </Card>
  );
}

function Silent({ card }: { card: InterpretationCard }) {
  const link = "text-sm font-medium text-accent-text underline-offset-4 hover:underline";
  return (
    <>
      <p className="text-ink-2">{words.stateTexts[card.state]}</p>
      {card.state === "locked" ? (
        <Link to={pricingFor("engines")} className={link}>
          {words.unlockEngine}
        </Link>
      ) : card.state === "not-asked" ? null : (
        <Link to={`${paths.settings}/assistants`} className={link}>
          {words.connect}
        </Link>
      )}
    </>
  );
}

function Said({ said, name, facts, least }: { said: Interpretation; name: string; facts: number; least: number }) {
  const { openAnswer } = useDrawer();
  return (
    <>
      {said.recognised ? null : (
        <p className="font-medium text-moderate-text">
          {name} {words.unrecognised}
        </p>
      )}
      <Verbatim lines={6}>{withoutMarks(said.excerpt)}</Verbatim>
      <p className="text-sm text-ink-3">
        <time dateTime={said.answeredAt}>{longDate(said.answeredAt)}</time> · {said.model}
      </p>
      <ul className="flex flex-col gap-1 text-sm">
        {said.recognised ? <Tick yes={said.toneFriendly} text={words.tone(said.tone)} /> : null}
        <Tick yes={said.audienceMatch} text={words.audienceMatch(said.audienceMatch, said.recognised)} />
      </ul>
      <p className="tabular">
        <span className="text-ink-2">{words.matchScore}: </span>
        <span className="font-semibold">
          {said.matchScore === null ? words.notEnough : words.matchOf(Math.round(said.matchScore))}
        </span>
      </p>
      {said.matchScore === null && !said.enoughFacts ? (
        <p className="text-sm text-ink-3">{words.fewFacts(facts, least)}</p>
      ) : null}
      <Facts title={words.factsCorrect} facts={said.correct} />
      <Facts title={words.factsWrong} facts={said.wrong} wrong />
      <Facts title={words.factsMissing} facts={said.missing} />
      <button
        type="button"
        onClick={() => openAnswer(said.answerId)}
        className="mt-auto self-start text-sm font-medium text-accent-text underline-offset-4 hover:underline"
      >
        {words.seeAnswer}
        <span className="sr-only">: {name}</span>
      </button>
    </>
  );
}

function Tick({ yes, text }: { yes: boolean | null; text: string }) {
  const Icon = yes === null ? Minus : yes ? Check : X;
  return (
    <li className="flex items-center gap-1.5">
      <Icon aria-hidden size={16} className={yes ? "text-good-text" : "text-ink-3"} />
      {text}
    </li>
  );
}

function Facts({ title, facts, wrong = false }: { title: string; facts: Interpretation["correct"]; wrong?: boolean }) {
  if (!facts.length) return null;
  return (
    <details className="text-sm">
      <summary className={wrong ? "font-medium text-attention-text" : "font-medium"}>
        {title} ({facts.length})
      </summary>
      <ul className="mt-1.5 flex flex-col gap-1 pl-4">
        {facts.map((fact, index) => (
          <li key={index} className="list-disc">
            {fact.value}
            {wrong && fact.said ? <span className="text-ink-2"> — {words.insteadOf(fact.said)}</span> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
