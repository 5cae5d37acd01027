import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";

import { PublicFrame } from "@/components/layout/public-frame";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { method as words } from "@/lib/messages/method";

import { methodQuery } from "./api";
import { MethodPage } from "./method-page";

/** How everything is measured, for anybody: read from the code that measures. */
export function MethodScreen() {
  const method = useQuery(methodQuery);
  useAnchor(method.isSuccess);
  return (
    <PublicFrame>
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl font-semibold sm:text-3xl">{words.title}</h1>
        <p className="max-w-prose text-lg text-ink-2">{words.lead}</p>
      </header>
      {method.data ? (
        <MethodPage method={method.data} />
      ) : method.isError ? (
        <ErrorCard title={words.failed} error={method.error} onRetry={() => void method.refetch()} />
      ) : (
        <Waiting />
      )}
    </PublicFrame>
  );
}

/** An address with an anchor leads to it once the page has it. */
function useAnchor(ready: boolean) {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (ready && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [ready, hash, key]);
}

function Waiting() {
  return (
    <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_240px]" aria-busy>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-48 w-full" />
        <Skeleton className="h-7 w-64" />
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-96 w-full" />
      </div>
      <Skeleton className="hidden h-80 w-full lg:block" />
    </div>
  );
}
