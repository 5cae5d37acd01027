import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { ago } from "@/lib/format";
import { textOf } from "@/lib/http";
import { account as words } from "@/lib/messages/account";
import { common } from "@/lib/messages/common";
import { toast } from "@/lib/toast";

import { endLogin, endOtherLogins, loginsQuery, type Login } from "./api";
import { Row } from "./row";

/** Every signed-in browser, and ending one or all others. */
export function LoginsRow() {
  const logins = useQuery(loginsQuery);
  const end = useEndLogins(endLogin);
  const others = useEndLogins(endOtherLogins);
  const several = (logins.data?.length ?? 0) > 1;
  return (
    <Row
      title={words.logins}
      actions={
        several ? (
          <Button variant="secondary" size="sm" pending={others.isPending} onClick={() => others.mutate(undefined)}>
            {words.signOutOthers}
          </Button>
        ) : null
      }
    >
      {logins.data ? (
        <ul className="divide-y divide-line rounded-field border border-line">
          {logins.data.map((login) => (
            <LoginLine
              key={login.id}
              login={login}
              ending={end.isPending && end.variables === login.id}
              onEnd={() => end.mutate(login.id)}
            />
          ))}
        </ul>
      ) : logins.isError ? (
        <ErrorCard title={words.loginsFailed} error={logins.error} onRetry={() => void logins.refetch()} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </Row>
  );
}

function LoginLine({ login, ending, onEnd }: { login: Login; ending: boolean; onEnd: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-3 py-2.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {login.device}
          {login.current ? <Badge tone="accent">{words.thisBrowser}</Badge> : null}
        </p>
        <p className="text-sm text-ink-3 wrap-anywhere">{words.lastSeen(login.address, ago(login.lastSeenAt))}</p>
      </div>
      {login.current ? null : (
        <Button variant="ghost" size="sm" pending={ending} aria-label={words.signOutOf(login.device)} onClick={onEnd}>
          {words.signOut}
        </Button>
      )}
    </li>
  );
}

function useEndLogins<T>(call: (what: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => toast({ title: words.signedOut, variant: "success" }),
    onError: (error) => toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" }),
    onSettled: () => client.invalidateQueries({ queryKey: loginsQuery.queryKey }),
  });
}
