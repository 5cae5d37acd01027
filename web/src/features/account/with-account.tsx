import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { account as words } from "@/lib/messages/account";

import { accountQuery, type Account } from "./api";

/** What needs the account: waits for it, and says when it could not be read. */
export function WithAccount({ children }: { children: (account: Account) => ReactNode }) {
  const { data: account, error, refetch } = useQuery(accountQuery);
  if (account) return children(account);
  if (error) return <ErrorCard title={words.loadFailed} error={error} onRetry={() => void refetch()} />;
  return <Skeleton className="my-7 h-40 first:mt-0" />;
}
