import { ChevronRight } from "lucide-react";

import { Badge } from "@/components/ui/badge";
import { Verbatim } from "@/components/ui/verbatim";
import { dateTime } from "@/lib/format";
import { dashboard } from "@/lib/messages/visibility";
import { withoutMarks } from "@/lib/plain-words";

import type { AnswerBrief } from "./api/answers";

/** Answers in brief: the question in our voice, the answer in its own, and whether the brand is in it. */
export function AnswerList({ answers, onOpen }: { answers: AnswerBrief[]; onOpen: (id: string) => void }) {
  return (
    <ul className="flex flex-col">
      {answers.map((answer) => (
        <li key={answer.id} className="border-t border-line first:border-t-0">
          <button
            type="button"
            onClick={() => onOpen(answer.id)}
            className="group flex w-full flex-col gap-2 rounded-button py-3.5 text-left"
          >
            <span className="flex w-full items-start justify-between gap-3">
              <span className="font-medium group-hover:text-accent-text">{answer.prompt}</span>
              <ChevronRight
                aria-hidden
                size={16}
                className="mt-0.5 text-ink-3 transition-transform group-hover:translate-x-0.5"
              />
            </span>
            {answer.excerpt ? (
              <Verbatim lines={2} className="w-full text-lg">
                {withoutMarks(answer.excerpt)}
              </Verbatim>
            ) : null}
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-3">
              <Outcome answer={answer} />
              <span>{answer.engineName}</span>
              {answer.surface.toLowerCase() === answer.engineName.toLowerCase() ? null : <span>{answer.surface}</span>}
              <time dateTime={answer.answeredAt}>{dateTime(answer.answeredAt)}</time>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Outcome({ answer }: { answer: AnswerBrief }) {
  if (answer.status !== "completed") return <Badge tone="moderate">{dashboard.failedAnswer}</Badge>;
  return answer.mentioned ? (
    <Badge tone="accent">{dashboard.named(answer.position)}</Badge>
  ) : (
    <Badge>{dashboard.notNamed}</Badge>
  );
}
