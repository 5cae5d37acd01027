import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";

import { query } from "@/api/client";
import { PublicFrame } from "@/components/layout/public-frame";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { legal as words } from "@/lib/messages/legal";
import { paths } from "@/lib/paths";

/** The terms or the privacy notice of this installation, as plain words. */
export function LegalScreen() {
  const document = useLocation().pathname.startsWith(paths.privacy) ? "privacy" : "terms";
  const text = useQuery(query("/api/v1/legal/{document}", { path: { document } }));
  return (
    <PublicFrame>
      {text.data ? (
        <article className="flex max-w-prose flex-col gap-3">
          <h1 className="text-2xl font-semibold sm:text-3xl">{text.data.title}</h1>
          {text.data.blocks.map(({ kind, text: line }, index) =>
            kind === "heading" ? (
              <h2 key={index} className="mt-4 text-lg font-semibold">
                {line}
              </h2>
            ) : (
              <p key={index} className="text-ink-2">
                {line}
              </p>
            ),
          )}
        </article>
      ) : text.isError ? (
        <ErrorCard title={words.failed} error={text.error} onRetry={() => void text.refetch()} />
      ) : (
        <div className="flex max-w-prose flex-col gap-4" aria-busy>
          <Skeleton className="h-9 w-56" />
          <Skeleton className="h-72 w-full" />
        </div>
      )}
    </PublicFrame>
  );
}
