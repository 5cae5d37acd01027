import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { brandKey } from "@/api/live";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { textOf } from "@/lib/http";
import { experiments as words } from "@/lib/messages/experiments";
import { toast } from "@/lib/toast";
import { useDebouncedValue } from "@/lib/use-debounced-value";

import { choosableQuery, planQuery, registerExperiment, type Registering } from "./api/controlled";
import { Choices, EFFECT } from "./register-choices";

const WAIT_MS = 400;

type RegisterSheetProps = {
  brandId: string;
  /** What it is made from: its questions are used unless others are chosen. */
  recommendationId: string | null;
  whatIfId: string | null;
  about: string | null;
  onClose: () => void;
  onRegistered: (id: string) => void;
};

/** What will be changed, for which questions, and what this could tell, before anything is fixed. */
export function RegisterSheet({
  brandId,
  recommendationId,
  whatIfId,
  about,
  onClose,
  onRegistered,
}: RegisterSheetProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Registering>({
    label: "",
    change: about ?? "",
    page: "",
    metric: "content",
    assignment: "chosen",
    promptIds: [],
    weeks: 4,
    effect: EFFECT,
    allowOverlap: false,
    recommendationId,
    whatIfId,
  });
  const [whole, setWhole] = useState(true);
  const settled = useDebouncedValue(asked, WAIT_MS);
  const ready =
    whole && Boolean(asked.change.trim()) && Boolean(asked.promptIds?.length || recommendationId || whatIfId);
  const plan = useQuery({ ...planQuery(brandId, settled), enabled: ready && settled === asked, retry: false });
  const waiting = ready && (settled !== asked || plan.isFetching);
  const planned = ready && !waiting ? plan.data : undefined;
  const register = useMutation({
    mutationFn: () => registerExperiment(brandId, asked),
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: brandKey(brandId) });
      toast({ title: words.registered });
      onRegistered(made.id);
    },
  });
  const set = (change: Partial<Registering>) => {
    if (register.isError) register.reset();
    setAsked((now) => ({ ...now, ...change }));
  };
  const refused = register.error ?? (ready && !waiting ? plan.error : null);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={words.register}
        description={words.registerText}
        footer={
          <div className="flex justify-end gap-3">
            <Button variant="secondary" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button
              disabled={!planned || planned.detectable === null}
              pending={register.isPending}
              onClick={() => register.mutate()}
            >
              {words.go}
            </Button>
          </div>
        }
      >
        <div className="flex flex-col gap-5 px-5 pb-6">
          <Field label={words.change} hint={words.changeHint} required>
            {(control) => (
              <Textarea {...control} value={asked.change} onChange={(event) => set({ change: event.target.value })} />
            )}
          </Field>
          <Field label={words.page}>
            {(control) => (
              <Input {...control} value={asked.page ?? ""} onChange={(event) => set({ page: event.target.value })} />
            )}
          </Field>
          {recommendationId || whatIfId ? <p className="text-ink-2">{words.questionsFrom}</p> : null}
          <Questions
            brandId={brandId}
            chosen={asked.promptIds ?? []}
            folded={Boolean(recommendationId || whatIfId)}
            onChange={(promptIds) => set({ promptIds })}
          />
          <Choices asked={asked} set={set} onWhole={setWhole} />
          <div aria-live="polite">
            {refused ? (
              <Alert kind="warning" title={textOf(refused)} />
            ) : waiting ? (
              <>
                <p className="sr-only">{words.planning}</p>
                <Skeleton className="h-20" />
              </>
            ) : planned ? (
              <Alert
                title={
                  planned.comparesWith === "controls" ? words.arms(planned.treated, planned.controls) : words.series
                }
              >
                {planned.sentence}
              </Alert>
            ) : null}
          </div>
        </div>
      </SheetContent>
    </Sheet>
  );
}

type QuestionsProps = {
  brandId: string;
  chosen: readonly string[];
  folded: boolean;
  onChange: (ids: string[]) => void;
};

function Questions({ brandId, chosen, folded, onChange }: QuestionsProps) {
  const found = useQuery(choosableQuery(brandId));
  const rows = (found.data?.data ?? []).filter((row) => row.status === "active" && row.intent !== "branded");
  const list = found.isPending ? (
    <Skeleton className="h-72" />
  ) : found.isError ? (
    <ErrorCard error={found.error} onRetry={() => void found.refetch()} />
  ) : (
    <fieldset>
      <legend className={folded ? "sr-only" : "mb-1.5 font-medium"}>{words.questions}</legend>
      <p className="mb-2 text-sm text-ink-3">{rows.length ? words.chosenCount(chosen.length) : words.noQuestions}</p>
      {rows.length ? (
        <ul className="max-h-72 overflow-y-auto rounded-card border border-line">
          {rows.map((row) => (
            <li key={row.id} className="border-t border-line first:border-t-0">
              <label className="flex min-h-11 items-center gap-3 px-3 py-2 hover:bg-hover">
                <input
                  type="checkbox"
                  className="size-4 shrink-0 accent-accent"
                  checked={chosen.includes(row.id)}
                  onChange={(event) =>
                    onChange(event.target.checked ? [...chosen, row.id] : chosen.filter((id) => id !== row.id))
                  }
                />
                <span className="min-w-0 wrap-anywhere">{row.text}</span>
              </label>
            </li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  );
  if (!folded) return list;
  return (
    <details>
      <summary className="font-medium text-accent-text">{words.otherQuestions}</summary>
      <div className="mt-2">{list}</div>
    </details>
  );
}
