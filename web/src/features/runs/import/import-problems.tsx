import { Alert } from "@/components/ui/alert";
import { ApiError, textOf } from "@/lib/http";
import { answerImport as words } from "@/lib/messages/answer-import";

/** As many as the server tells of one file. */
const MOST = 50;

/** Why nothing was taken in: every row at fault, or what else went wrong. */
export function ImportProblems({ error }: { error: Error | null }) {
  if (!error) return null;
  const told =
    error instanceof ApiError ? (error.body?.errors?.filter(({ code }) => code === "import-refused") ?? []) : [];
  if (!told.length) return <Alert kind="error">{textOf(error)}</Alert>;
  return (
    <Alert kind="error" title={words.problems(told.length)}>
      <ul
        className="mt-1 max-h-56 list-disc overflow-y-auto pl-4"
        tabIndex={0}
        aria-label={words.problems(told.length)}
      >
        {told.map(({ detail }, index) => (
          <li key={index} className="wrap-anywhere">
            {detail}
          </li>
        ))}
      </ul>
      {told.length >= MOST ? <p className="mt-1">{words.morePerhaps}</p> : null}
    </Alert>
  );
}
