import { shortDate } from "@/lib/format";
import { answerImport as words } from "@/lib/messages/answer-import";

import type { ImportPreview } from "../api/imports";

/** What would be taken in, before anything is. */
export function PreviewOf({ preview }: { preview: ImportPreview }) {
  const { answers, prompts, engines, fromAt, toAt, first } = preview;
  return (
    <section className="flex flex-col gap-3">
      <div role="status">
        <p className="tabular text-lg font-semibold">{words.found(answers, prompts)}</p>
        <p className="text-ink-2">{engines.length ? words.engines(engines) : words.noEngines}</p>
        <p className="tabular text-ink-2">
          {fromAt && toAt ? words.days(shortDate(fromAt), shortDate(toAt)) : words.noDays}
        </p>
      </div>
      <h3 className="text-sm font-medium">{words.firstOf(first.length, answers)}</h3>
      <ul className="flex flex-col">
        {first.map((answer) => (
          <li key={answer.place} className="border-t border-line py-3">
            <p className="font-medium wrap-anywhere">{answer.prompt || words.noPrompt}</p>
            <p className="evidence mt-1.5 px-3 py-1.5">
              <span className="line-clamp-2">{answer.excerpt}</span>
            </p>
            <p className="tabular mt-1.5 text-sm text-ink-3">
              {[
                answer.place,
                answer.engine,
                answer.answeredAt ? shortDate(answer.answeredAt) : "",
                words.links(answer.links),
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
