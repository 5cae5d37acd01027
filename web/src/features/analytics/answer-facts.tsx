import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { Button } from "@/components/ui/button";
import { FactList } from "@/components/ui/fact-list";
import { useOwnKeys } from "@/features/runs/run-costs";
import { useAuth } from "@/lib/auth";
import { countText } from "@/lib/count";
import { dateTime } from "@/lib/format";
import { textOf } from "@/lib/http";
import { answer as words } from "@/lib/messages/analytics-answer";
import { common } from "@/lib/messages/common";
import { evidence } from "@/lib/messages/visibility";
import { saveFile } from "@/lib/save-file";
import { toast } from "@/lib/toast";

import { rawAnswer, type Answer } from "./api/answers";

/** Whether the reader may run analyses and correct readings in the current workspace. */
export function useMayRun(): boolean {
  const { user } = useAuth();
  const role = user?.workspaces.find((workspace) => workspace.id === user.currentWorkspaceId)?.role;
  return role === "owner" || role === "admin" || role === "editor";
}

/** Engine, model, surface and time of an answer, and its cost on an own key; editors may have the provider's payload. */
export function AnswerFacts({ answer }: { answer: Answer }) {
  const mayRun = useMayRun();
  const own = useOwnKeys();
  const facts: [string, string][] = [
    [evidence.engine, answer.engineName],
    [evidence.model, answer.model],
    [evidence.surface, answer.surface],
    [words.basis, words.bases[answer.basis]],
    [evidence.asked, dateTime(answer.answeredAt)],
    [evidence.sample, `${answer.sample + 1}`],
    [words.language, answer.locale],
    [words.took, `${countText(answer.latencyMs)} ms`],
    ...(own.has(answer.engine) ? [[words.cost, costText(answer)] as [string, string]] : []),
  ];
  return (
    <>
      <FactList facts={facts} />
      {mayRun ? <RawDownload answerId={answer.id} /> : null}
    </>
  );
}

function costText({ costUsd }: Answer): string {
  return costUsd === null ? words.unknown : words.costOf(costUsd.toFixed(6).replace(/0{1,3}$/, ""));
}

function RawDownload({ answerId }: { answerId: string }) {
  const raw = useMutation({
    mutationFn: () => rawAnswer(answerId),
    onSuccess: (payload) => saveFile(`answer-${answerId}.json`, JSON.stringify(payload, null, 2), "application/json"),
    onError: (error) => toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" }),
  });
  return (
    <Button variant="secondary" size="sm" className="mt-4" pending={raw.isPending} onClick={() => raw.mutate()}>
      <Download aria-hidden size={16} /> {words.raw}
    </Button>
  );
}
