import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";

import { brandKey } from "@/api/live";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Verbatim } from "@/components/ui/verbatim";
import { ApiError, textOf } from "@/lib/http";
import { facts as words } from "@/lib/messages/facts";
import { toast } from "@/lib/toast";

import { saveFacts, type Fact, type FactKind, type TaggedFacts } from "./api/facts";
import { changed, draftsOf, kindsWithRoom, problemsAt, factsOf, type Draft } from "./facts-values";

const LONGEST = 200;

type FactsFormProps = {
  brandId: string;
  read: TaggedFacts;
  canEdit: boolean;
  onReload: () => void;
  onDone: () => void;
};

/** Edit, take out, add; saving makes the list what the brand stands by. */
export function FactsForm({ brandId, read: { facts, tag }, canEdit, onReload, onDone }: FactsFormProps) {
  const client = useQueryClient();
  const [before] = useState(() => draftsOf(facts));
  const [drafts, setDrafts] = useState(before);
  const [added, setAdded] = useState(0);
  const [checked, setChecked] = useState(false);
  const save = useMutation({
    mutationFn: () => saveFacts(brandId, factsOf(drafts), tag),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: brandKey(brandId) });
      toast({ title: words.saved, variant: "success" });
      onDone();
    },
  });
  const dirty = changed(before, drafts);
  const proposed = facts.facts.some(({ status }) => status === "proposed");
  const problems = save.error instanceof ApiError ? problemsAt(save.error.body?.errors) : {};
  const conflict = save.error instanceof ApiError && save.error.status === 412;
  const rooms = kindsWithRoom(facts, drafts);
  const set = (next: Draft[]) => {
    setDrafts(next);
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!save.isPending && drafts.every((draft) => draft.value.trim())) save.mutate();
  };
  const add = (kind: FactKind) => {
    setChecked(false);
    setAdded(added + 1);
    set([...drafts, { key: `new-${added}`, id: null, kind, value: "", stored: null }]);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="tabular text-sm text-ink-2">
        {facts.enough ? words.enough(facts.confirmed, facts.facts.length) : words.few(facts.facts.length, facts.least)}
      </p>
      {drafts.length ? null : <p className="text-ink-2">{words.none}</p>}
      <ul className="divide-y divide-line">
        {drafts.map((draft, index) => (
          <Row
            key={draft.key}
            draft={draft}
            canEdit={canEdit}
            error={problems[index] ?? (checked && !draft.value.trim() ? words.empty : undefined)}
            onChange={(value) => set(drafts.map((other) => (other.key === draft.key ? { ...other, value } : other)))}
            onRemove={() => set(drafts.filter((other) => other.key !== draft.key))}
          />
        ))}
      </ul>
      {canEdit && rooms.length ? <Add kinds={rooms} onAdd={add} /> : null}
      {conflict ? (
        <Alert
          kind="warning"
          title={words.conflict}
          action={
            <Button size="sm" onClick={onReload}>
              {words.reload}
            </Button>
          }
        />
      ) : save.error && !Object.keys(problems).length ? (
        <Alert kind="error">{textOf(save.error)}</Alert>
      ) : null}
      {canEdit && (dirty || proposed) ? (
        <>
          <p className="text-sm text-ink-3">{words.saveHint}</p>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" pending={save.isPending}>
              {dirty ? words.save : words.confirmAll}
            </Button>
            {dirty ? (
              <Button variant="ghost" onClick={() => set(before)}>
                {words.discard}
              </Button>
            ) : null}
          </div>
        </>
      ) : null}
    </form>
  );
}

type RowProps = {
  draft: Draft;
  canEdit: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
  onRemove: () => void;
};

function Row({ draft, canEdit, error, onChange, onRemove }: RowProps) {
  const { kind, value, stored } = draft;
  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0">
      <div className="flex items-end gap-2">
        <Field label={words.kinds[kind]} className="min-w-0 flex-1" error={error}>
          {(control) => (
            <Input
              {...control}
              value={value}
              maxLength={LONGEST}
              readOnly={!canEdit}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
        {canEdit ? (
          <Button variant="ghost" aria-label={words.removeOf(value)} onClick={onRemove}>
            <Trash2 aria-hidden size={16} />
          </Button>
        ) : null}
      </div>
      {stored ? <Origin fact={stored} /> : null}
    </li>
  );
}

/** Where a fact comes from, with the words it was read in. */
function Origin({ fact }: { fact: Fact }) {
  const { status, origin, source, quote } = fact;
  return (
    <div className="flex flex-col gap-1.5 text-sm text-ink-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={status === "confirmed" ? "good" : "moderate"}>{words.states[status]}</Badge>
        {origin === "person" ? words.byPerson : <Source source={source} />}
      </p>
      {quote ? <Verbatim lines={3}>{quote}</Verbatim> : null}
    </div>
  );
}

function Source({ source }: { source: string }) {
  if (source.startsWith("profile:")) return words.profile;
  if (source.startsWith("document:")) return words.document(source.slice("document:".length));
  if (!/^https?:\/\//.test(source)) return words.page;
  return (
    <a
      href={source}
      target="_blank"
      rel="noopener noreferrer"
      className="text-accent-text underline underline-offset-4 wrap-anywhere"
    >
      {source}
    </a>
  );
}

function Add({ kinds, onAdd }: { kinds: FactKind[]; onAdd: (kind: FactKind) => void }) {
  const [chosen, setChosen] = useState<FactKind | null>(null);
  const kind = chosen && kinds.includes(chosen) ? chosen : kinds[0]!;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={words.kind} className="min-w-40 flex-1">
        {(control) => (
          <Select {...control} value={kind} onChange={(event) => setChosen(event.target.value as FactKind)}>
            {kinds.map((one) => (
              <option key={one} value={one}>
                {words.kinds[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button variant="secondary" onClick={() => onAdd(kind)}>
        <Plus aria-hidden size={16} /> {words.add}
      </Button>
    </div>
  );
}
