import { ErrorCard } from "@/components/ui/error-card";
import { common } from "@/lib/messages/common";

/** A whole screen that cannot begin because one call failed. */
export function TroubleScreen({
  title = common.somethingWentWrong,
  error,
  onRetry,
}: {
  title?: string;
  error: unknown;
  onRetry: () => void;
}) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-lg items-center px-4">
      <h1 className="sr-only">{title}</h1>
      <ErrorCard title={title} error={error} onRetry={onRetry} className="w-full" />
    </main>
  );
}
