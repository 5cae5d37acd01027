import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";

import { Wordmark } from "@/components/layout/wordmark";
import { buttonClass } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiError, isNotFound, textOf } from "@/lib/http";
import { shared as words } from "@/lib/messages/share";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

import { sharedQuery } from "./api";
import { PasswordForm } from "./password-form";
import { SharedResults } from "./shared-results";

/** The page a share link opens: the results, the question for a password, or a friendly end. */
export function ShareScreen() {
  const { token = "" } = useParams();
  return (
    <div className="flex min-h-dvh flex-col">
      <meta name="robots" content="noindex, nofollow" />
      <main className="mx-auto flex w-full max-w-[1080px] flex-1 flex-col gap-6 px-4 py-8 lg:px-6 lg:py-12">
        <Content key={token} token={token} />
      </main>
      <footer className="mx-auto flex w-full max-w-[1080px] flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-6 text-sm text-ink-2 lg:px-6">
        <span className="flex items-center gap-3">
          {words.madeWith} <Wordmark />
        </span>
        <Reading key={token} token={token} />
      </footer>
    </div>
  );
}

/** How to read the numbers, once there are any. */
function Reading({ token }: { token: string }) {
  const view = useQuery(sharedQuery(token));
  return view.data ? <span>{words.intervals}</span> : null;
}

function Content({ token }: { token: string }) {
  const view = useQuery(sharedQuery(token));
  if (view.data) return <SharedResults view={view.data} />;
  if (!view.isError) return <Waiting />;
  const { error } = view;
  if (isNotFound(error)) return <Ending title={words.unknownTitle}>{words.unknownText}</Ending>;
  if (error instanceof ApiError && error.status === 410)
    return <Ending title={words.goneTitle}>{textOf(error)}</Ending>;
  if (error instanceof ApiError && error.code === "share-locked")
    return <PasswordForm token={token} onOpen={() => void view.refetch()} />;
  return <ErrorCard title={words.failed} error={error} onRetry={() => void view.refetch()} />;
}

function Waiting() {
  return (
    <div className="flex flex-col gap-6" aria-busy>
      <Skeleton className="h-16 w-2/3" />
      <div className="grid gap-4 md:grid-cols-3">
        {[0, 1, 2].map((card) => (
          <Skeleton key={card} className="h-44 w-full" />
        ))}
      </div>
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

function Ending({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mx-auto flex min-h-[50dvh] max-w-md flex-col items-center justify-center gap-3 text-center">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="text-ink-2">{children}</p>
      <Link to={paths.root} className={buttonClass("secondary", "md", "mt-3")}>
        {words.home}
      </Link>
    </section>
  );
}
