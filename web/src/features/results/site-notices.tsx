import { useState } from "react";

import type { Summary } from "@/api/results";
import { Alert } from "@/components/ui/alert";
import { Button, buttonClass } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { dashboard as words } from "@/lib/messages/visibility";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

const FIRST = 5;

/** What empties every number below it is said before them. */
export function Unreadable({ sentence }: { sentence: string }) {
  return (
    <Alert
      kind="error"
      title={sentence}
      action={
        <Link to={paths.technicalGaps} className={buttonClass("secondary", "sm")}>
          {words.unreadableAction}
        </Link>
      }
    />
  );
}

/** What lowers the score where it is coverage; while it is measured nothing, nor where no question is left over. */
export function OwnWords({ summary }: { summary: Summary }) {
  const isOver = summary.scores.content?.standsFor === "coverage" && !summary.provisional;
  if (!isOver || !summary.unanswered.length) return null;
  return <Unanswered questions={summary.unanswered} />;
}

/** The questions that lower the coverage beside it. */
export function Unanswered({ questions }: { questions: readonly string[] }) {
  const [all, setAll] = useState(false);
  return (
    <Card aria-label={words.unanswered}>
      <CardHeader title={words.unanswered} description={words.unansweredText} className="mb-1" />
      <ul>
        {(all ? questions : questions.slice(0, FIRST)).map((question) => (
          <li key={question} className="border-t border-line py-2 wrap-anywhere first:border-t-0">
            {question}
          </li>
        ))}
      </ul>
      {questions.length ? (
        <div className="mt-2 flex flex-wrap gap-2">
          <Link to={paths.contentGaps} className={buttonClass("secondary", "sm")}>
            {words.unansweredWork}
          </Link>
          {questions.length > FIRST ? (
            <Button variant="ghost" size="sm" onClick={() => setAll(!all)}>
              {all ? words.unansweredFewer : words.unansweredAll(questions.length)}
            </Button>
          ) : null}
        </div>
      ) : null}
    </Card>
  );
}
