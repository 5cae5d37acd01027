import { useQuery, useQueryClient } from "@tanstack/react-query";

import { logout, USER_KEY, type CurrentUser } from "@/api/session";
import { Wordmark } from "@/components/layout/wordmark";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { hardNavigate } from "@/lib/browser";
import { textOf } from "@/lib/http";
import { account as words } from "@/lib/messages/account";
import { common } from "@/lib/messages/common";
import { paths } from "@/lib/paths";
import { toast } from "@/lib/toast";

import { accountQuery, switchWorkspace } from "./api";
import { FactorRow } from "./factor-row";
import { PasskeysRow } from "./passkeys-row";
import { Rows } from "./row";

/** All that a member without a second factor sees of a workspace that requires one: how to set it up. */
export function FactorGate({ user, onDone }: { user: CurrentUser; onDone: () => void }) {
  const client = useQueryClient();
  const { data: account, error, refetch } = useQuery(accountQuery);
  const current = user.workspaces.find(({ id }) => id === user.currentWorkspaceId);
  const others = user.workspaces.filter(({ id }) => id !== user.currentWorkspaceId);
  const failed = (reason: unknown) =>
    toast({ title: common.somethingWentWrong, description: textOf(reason), variant: "destructive" });
  const move = (id: string) => void switchWorkspace(id).then(() => hardNavigate(paths.dashboard), failed);
  const goOn = () => void client.invalidateQueries({ queryKey: USER_KEY }).then(onDone);
  const leave = () => void logout().then(() => hardNavigate(paths.auth), failed);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col gap-8 px-5 py-8 sm:px-8">
      <Wordmark />
      <div>
        <h1 className="text-2xl font-semibold wrap-anywhere">
          {words.gateTitle(current?.name || words.thisWorkspace)}
        </h1>
        <p className="mt-2.5 text-ink-2">{words.gateText}</p>
      </div>
      {error && !account ? <ErrorCard title={words.loadFailed} error={error} onRetry={() => void refetch()} /> : null}
      {!account && !error ? <Skeleton className="h-40" /> : null}
      {account ? (
        <section aria-label={words.gateWays} className="border-y border-line py-5">
          <h2 className="sr-only">{words.gateWays}</h2>
          <Rows>
            <FactorRow account={account} />
            <PasskeysRow account={account} />
          </Rows>
        </section>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        {account?.secondFactor.enabled || !user.secondFactorDue ? (
          <Button onClick={goOn}>{words.gateGoOn}</Button>
        ) : null}
        <Button variant="ghost" onClick={leave}>
          {words.gateSignOut}
        </Button>
      </div>
      {others.length > 0 ? (
        <section aria-label={words.gateOther}>
          <h2 className="font-semibold">{words.gateOther}</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {others.map(({ id, name }) => (
              <li key={id}>
                <Button variant="secondary" size="sm" onClick={() => move(id)}>
                  {name}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </main>
  );
}
