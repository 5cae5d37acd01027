import { Alert } from "@/components/ui/alert";
import { ApiError, textOf } from "@/lib/http";
import { answerImport as words } from "@/lib/messages/answer-import";

/** As many as the server lists of one file. */
const MOST = 50;

/** Why nothing was imported: every row at fault, or what else went wrong. */
export function ImportProblems({ error }: { error: Error | null }) {
  if (!error) return null;
  const rows =
    error instanceof ApiError ? (error.body?.errors?.filter(({ code }) => code === "import-refused") ?? []) : [];
  if (!rows.length) return <Alert kind="error">{textOf(error)}</Alert>;
  return (
    <Alert kind="error" title={words.problems(rows.length)}>
      <ul
        className="mt-1 max-h-56 list-disc overflow-y-auto pl-4"
        tabIndex={0}
        aria-label={words.problems(rows.length)}
      >
        {rows.map(({ detail }, index) => (
          <li key={index} className="wrap-anywhere">
            {detail}
          </li>
        ))}
      </ul>
      {rows.length >= MOST ? <p className="mt-1">{words.morePerhaps}</p> : null}
    </Alert>
  );
}
