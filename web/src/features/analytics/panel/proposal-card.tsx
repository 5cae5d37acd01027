import { useQuery } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";

import { panelQuery, type Proposal, type Proposed, type TaggedPanel } from "@/api/panel";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { useFocusPassedOn } from "@/components/ui/return-focus";
import { view as common } from "@/lib/messages/analytics";
import { panel as words } from "@/lib/messages/panel";
import { questions } from "@/lib/messages/questions";

import { useEditing } from "../states";

import { useChoice } from "./use-choice";
import { usePanelChanges } from "./use-panel-changes";
import { reasonText, whyGone, whyNew, whyStays } from "./wording";

/** Other questions beside those in use: what would come, go and stay, and why. Nothing where all is well. */
export function ProposalCard({ brandId }: { brandId: string }) {
  const read = useQuery(panelQuery(brandId)).data;
  if (!read) return null;
  const { proposal, ask, kept } = read.panel;
  if (ask === "language") return <Alert title={words.noLanguage}>{words.noLanguageText}</Alert>;
  if (!proposal) return null;
  if (kept) return <Kept brandId={brandId} />;
  return <Offered key={read.tag} brandId={brandId} read={read} proposal={proposal} />;
}

function Kept({ brandId }: { brandId: string }) {
  const { canEdit } = useEditing(brandId);
  const { lookAgain, looking } = usePanelChanges(brandId);
  return (
    <Card aria-label={words.keptTitle} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 flex-1 basis-64 text-ink-2">
        {words.keptTitle}. {words.keptText}
      </p>
      {canEdit ? (
        <Button variant="secondary" size="sm" pending={looking} onClick={lookAgain}>
          {words.lookAgain}
        </Button>
      ) : null}
    </Card>
  );
}

type OfferedProps = { brandId: string; read: TaggedPanel; proposal: Proposal };

function Offered({ brandId, read, proposal }: OfferedProps) {
  const { canEdit, reason } = useEditing(brandId);
  const choice = useChoice(proposal, read.panel);
  const leaving = useFocusPassedOn<HTMLElement>();
  return (
    <Card ref={leaving} aria-label={words.title} className="border-accent-line">
      <CardHeader title={words.title} description={canEdit ? words.text : words.textRead} className="mb-3" />
      <Reasons proposal={proposal} />
      <div className="mt-4 grid items-start gap-x-8 gap-y-5 md:grid-cols-2">
        <Group title={words.goes(proposal.goes.length)} empty={words.nothingGoes}>
          {proposal.goes.map((question) => (
            <Choice
              key={question.key}
              question={question}
              why={whyGone(question)}
              canEdit={canEdit}
              checked={choice.wants(question.key)}
              onChange={(on) => choice.want(question.key, on)}
            />
          ))}
        </Group>
        <Group title={words.comes(proposal.new.length)} empty={words.nothingComes}>
          {proposal.new.map((question) => (
            <Choice
              key={question.key}
              question={question}
              why={whyNew(question)}
              canEdit={canEdit}
              checked={choice.wants(question.key)}
              onChange={(on) => choice.want(question.key, on)}
            />
          ))}
        </Group>
      </div>
      <Staying rows={proposal.stays} canEdit={canEdit} lets={choice.lets} onLet={choice.let} />
      {canEdit ? (
        <Decision brandId={brandId} read={read} choice={choice} />
      ) : reason ? (
        <p className="mt-3 text-sm text-ink-3">{reason}</p>
      ) : null}
    </Card>
  );
}

export function Reasons({ proposal: { reasons } }: { proposal: Pick<Proposal, "reasons"> }) {
  return (
    <dl aria-label={words.because} className="flex flex-col gap-1 text-sm">
      {reasons.map((reason) => (
        <div key={reason.what} className="flex flex-wrap gap-x-2">
          <dt className="text-ink-3">{words.reasons[reason.what]}</dt>
          <dd className="min-w-0 wrap-anywhere">{reasonText(reason)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Group({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {children.length ? <ul className="mt-1">{children}</ul> : <p className="mt-1 text-ink-2">{empty}</p>}
    </section>
  );
}

type ChoiceProps = {
  question: Proposed;
  why: string;
  canEdit: boolean;
  checked: boolean;
  onChange: (on: boolean) => void;
};

const line = "flex items-start gap-3 border-t border-line py-2.5 first:border-t-0";

function Choice({ question, why, canEdit, checked, onChange }: ChoiceProps) {
  if (!canEdit) {
    return (
      <li className={line}>
        <Words question={question} why={why} />
      </li>
    );
  }
  return (
    <li className="border-t border-line first:border-t-0">
      <label className="flex items-start gap-3 py-2.5">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-accent"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <Words question={question} why={why} faint={!checked} />
      </label>
    </li>
  );
}

function Words({ question, why, faint = false }: { question: Proposed; why: string; faint?: boolean }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className={faint ? "text-ink-3" : ""}>{question.text}</span>
      <span className="block text-sm text-ink-3">
        {questions.reason(common.intents[question.intent] ?? question.intent, question.topic)} · {why}
      </span>
    </span>
  );
}

type StayingProps = {
  rows: readonly Proposed[];
  canEdit: boolean;
  lets: (key: string) => boolean;
  onLet: (key: string, go: boolean) => void;
};

/** What stays, behind its count; one's own may be let go here. */
function Staying({ rows, canEdit, lets, onLet }: StayingProps) {
  const [open, setOpen] = useState(false);
  if (!rows.length) return null;
  return (
    <details
      className="mt-3 border-t border-line pt-3"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="w-fit font-medium text-accent-text">{words.stays(rows.length)}</summary>
      <ul className="mt-1">
        {rows.map((question) => (
          <li
            key={question.key}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-t border-line py-2.5 first:border-t-0"
          >
            <span className="min-w-0 flex-1 basis-64">
              <Words question={question} why={whyStays(question)} faint={lets(question.key)} />
            </span>
            {question.why === "yours" && canEdit ? (
              <label className="flex items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  aria-label={words.letGoOf(question.text)}
                  checked={lets(question.key)}
                  onChange={(event) => onLet(question.key, event.target.checked)}
                />
                {words.letGo}
              </label>
            ) : question.why === "yours" ? (
              <Badge>{questions.asked}</Badge>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

type DecisionProps = { brandId: string; read: TaggedPanel; choice: ReturnType<typeof useChoice> };

function Decision({ brandId, read, choice }: DecisionProps) {
  const { accept, keep, accepting, keeping } = usePanelChanges(brandId);
  const { tooMany, whole, changes, after } = choice;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
      <p role="status" className="min-w-0 flex-1 basis-64 text-sm text-ink-2">
        {words.after(after, read.panel.places)}{" "}
        {tooMany ? <span className="text-moderate-text">{words.tooMany(tooMany)}</span> : null}
      </p>
      <span className="flex flex-wrap gap-2 max-sm:w-full">
        {whole ? null : (
          <Button variant="ghost" onClick={choice.reset}>
            {words.chooseAll}
          </Button>
        )}
        <Button variant="secondary" className="max-sm:flex-1" pending={keeping} onClick={() => keep(read)}>
          {words.keep}
        </Button>
        <Button
          className="max-sm:flex-1"
          disabled={tooMany > 0 || (!whole && changes === 0)}
          pending={accepting}
          onClick={() => accept(choice.chosen, read)}
        >
          {whole ? words.acceptProposal : words.acceptChosen(changes)}
        </Button>
      </span>
    </div>
  );
}
