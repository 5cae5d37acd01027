import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { brandKey } from "@/api/live";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { textOf } from "@/lib/http";
import { experiments as words } from "@/lib/messages/experiments";
import { toast } from "@/lib/toast";
import { useDebouncedValue } from "@/lib/use-debounced-value";

import { choosableQuery, planQuery, registerExperiment, type Registering } from "./api/controlled";

const WEEKS = [2, 4, 6, 8, 12];
const WAIT_MS = 400;
const METRICS = ["content", "mentionRate", "citationRate"] as const;
const ASSIGNMENTS = ["chosen", "by-lot"] as const;

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
    effect: 10,
    allowOverlap: false,
    recommendationId,
    whatIfId,
  });
  const set = (change: Partial<Registering>) => setAsked({ ...asked, ...change });
  const ready = Boolean(asked.change.trim()) && Boolean(asked.promptIds?.length || recommendationId || whatIfId);
  const settled = useDebouncedValue(asked, WAIT_MS);
  const plan = useQuery({ ...planQuery(brandId, settled), enabled: ready && settled === asked, retry: false });
  const register = useMutation({
    mutationFn: () => registerExperiment(brandId, asked),
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: brandKey(brandId) });
      toast({ title: words.registered });
      onRegistered(made.id);
    },
  });
  const refused = register.error ?? (ready ? plan.error : null);
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
              disabled={!plan.data || plan.data.detectable === null || register.isPending}
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
          <Choices asked={asked} set={set} />
          <div aria-live="polite">
            {refused ? (
              <Alert kind="warning" title={textOf(refused)} />
            ) : plan.data ? (
              <Alert
                title={
                  plan.data.comparesWith === "controls"
                    ? words.arms(plan.data.treated, plan.data.controls)
                    : words.series
                }
              >
                {plan.data.sentence}
              </Alert>
            ) : plan.isFetching ? (
              <Skeleton className="h-20" aria-label={words.planning} />
            ) : null}
          </div>
        </div>
      </SheetContent>
    </Sheet>
  );
}

function Choices({ asked, set }: { asked: Registering; set: (change: Partial<Registering>) => void }) {
  return (
    <>
      <Field label={words.assignment}>
        {(control) => (
          <Select
            {...control}
            value={asked.assignment}
            onChange={(event) => set({ assignment: ASSIGNMENTS.find((one) => one === event.target.value) ?? "chosen" })}
          >
            {ASSIGNMENTS.map((one) => (
              <option key={one} value={one}>
                {words.assignments[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={words.metric}>
          {(control) => (
            <Select
              {...control}
              value={asked.metric}
              onChange={(event) => set({ metric: METRICS.find((one) => one === event.target.value) ?? "content" })}
            >
              {METRICS.map((one) => (
                <option key={one} value={one}>
                  {words.metrics[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={words.weeks}>
          {(control) => (
            <Select {...control} value={asked.weeks} onChange={(event) => set({ weeks: Number(event.target.value) })}>
              {WEEKS.map((weeks) => (
                <option key={weeks} value={weeks}>
                  {words.weeksOf(weeks)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label={words.effect}>
        {(control) => (
          <Input
            {...control}
            type="number"
            min={1}
            max={100}
            value={asked.effect}
            onChange={(event) => set({ effect: Math.min(100, Math.max(1, Number(event.target.value) || 1)) })}
          />
        )}
      </Field>
    </>
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
  const list = (
    <fieldset>
      <legend className={folded ? "sr-only" : "mb-1.5 font-medium"}>{words.questions}</legend>
      <p className="mb-2 text-sm text-ink-3">
        {rows.length || !found.data ? words.chosenCount(chosen.length) : words.noQuestions}
      </p>
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
