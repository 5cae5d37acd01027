import { requestIdOf, textOf } from "@/lib/http/errors";
import { common } from "@/lib/messages/common";

import { Alert } from "./alert";
import { Button } from "./button";

type ErrorCardProps = { title?: string; error: unknown; onRetry?: (() => void) | undefined; className?: string };

/** One failed area of a screen: what happened, the request id to quote, and a way to try again. */
export function ErrorCard({ title = common.somethingWentWrong, error, onRetry, className }: ErrorCardProps) {
  const requestId = requestIdOf(error);
  return (
    <Alert
      kind="error"
      title={title}
      {...(className ? { className } : {})}
      action={
        onRetry ? (
          <Button variant="secondary" size="sm" onClick={onRetry}>
            {common.retry}
          </Button>
        ) : null
      }
    >
      <p>{textOf(error)}</p>
      {requestId ? (
        <p className="mt-1 text-xs text-ink-2">
          {common.requestId} <code className="select-all">{requestId}</code>
        </p>
      ) : null}
    </Alert>
  );
}
