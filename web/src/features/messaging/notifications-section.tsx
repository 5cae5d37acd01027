import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { Section } from "@/components/layout/section";
import { Alert } from "@/components/ui/alert";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { textOf } from "@/lib/http";
import { digest as words } from "@/lib/messages/delivery";
import { toast } from "@/lib/toast";

import { choicesQuery, saveChoices, type Choices } from "./api";
import { ChoicesMatrix } from "./choices-matrix";
import { DigestPart } from "./digest-part";
import { useSlackEvents } from "./use-slack-events";

/** What this person hears of and how; each box is saved when it is ticked, and taken back when that fails. */
export function NotificationsSection() {
  const client = useQueryClient();
  const choices = useQuery(choicesQuery);
  const slack = useSlackEvents();
  const save = useMutation({
    mutationFn: saveChoices,
    onMutate: (change) => {
      const before = client.getQueryData(choicesQuery.queryKey);
      client.setQueryData(choicesQuery.queryKey, (old) => old && withChange(old, change));
      return before;
    },
    onError: (error, _, before) => {
      client.setQueryData(choicesQuery.queryKey, before);
      toast({ variant: "destructive", title: words.failed, description: textOf(error) });
    },
  });
  return (
    <Section id="notifications" title={words.title} text={words.text}>
      <div className="flex min-w-0 flex-col gap-5 sm:col-span-2">
        {choices.isError ? (
          <ErrorCard title={words.loadFailed} error={choices.error} onRetry={() => void choices.refetch()} />
        ) : null}
        {choices.isPending ? <Skeleton className="h-56" /> : null}
        {choices.data ? (
          <>
            {choices.data.mail ? null : <Alert>{words.noMail}</Alert>}
            <ChoicesMatrix
              choices={choices.data.choices}
              onChange={(kind, channel, wanted) => save.mutate({ [kind]: { [channel]: wanted } })}
              slack={slack}
            />
            {slack ? <p className="text-sm text-ink-2">{words.slackNote}</p> : null}
          </>
        ) : null}
        <DigestPart />
      </div>
    </Section>
  );
}

function withChange(old: Choices, change: Choices["choices"]): Choices {
  const kinds = Object.entries(old.choices).map(([kind, row]) => [kind, { ...row, ...change[kind] }] as const);
  return { ...old, choices: Object.fromEntries(kinds) };
}
