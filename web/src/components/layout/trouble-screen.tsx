import { ErrorCard } from "@/components/ui/error-card";

/** A whole screen that cannot begin because one call failed. */
export function TroubleScreen({ title, error, onRetry }: { title?: string; error: unknown; onRetry: () => void }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-lg items-center px-4">
      <ErrorCard {...(title ? { title } : {})} error={error} onRetry={onRetry} className="w-full" />
    </main>
  );
}
