import { useEffect, useState } from "react";

import type { CurrentUser } from "@/api/session";
import { TroubleScreen } from "@/components/layout/trouble-screen";
import { Wordmark } from "@/components/layout/wordmark";
import { buttonClass } from "@/components/ui/button";
import { SpinnerScreen } from "@/components/ui/spinner";
import { enterWorkspace } from "@/lib/enter-workspace";
import { arrival as words, workspaces } from "@/lib/messages/team";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

type ArrivalScreenProps = { user: CurrentUser; workspaceId: string; target: string };

/** Opens the workspace a link leads to, or says that the reader is none of its members. */
export function ArrivalScreen({ user, workspaceId, target }: ArrivalScreenProps) {
  const workspace = user.workspaces.find(({ id }) => id === workspaceId);
  if (!workspace) return <NotAMember email={user.email} />;
  return <Entering userId={user.id} workspaceId={workspaceId} name={workspace.name} target={target} />;
}

function Entering({
  userId,
  workspaceId,
  name,
  target,
}: {
  userId: string;
  workspaceId: string;
  name: string;
  target: string;
}) {
  const [attempt, setAttempt] = useState(1);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let left = false;
    enterWorkspace(userId, workspaceId, target).catch((reason: unknown) => {
      if (!left) setError(reason);
    });
    return () => {
      left = true;
    };
  }, [userId, workspaceId, target, attempt]);
  const again = () => {
    setError(null);
    setAttempt((count) => count + 1);
  };
  if (error) return <TroubleScreen title={workspaces.switchFailed} error={error} onRetry={again} />;
  return <SpinnerScreen label={words.opening(name || workspaces.fallback)} />;
}

function NotAMember({ email }: { email: string }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-5 px-4 text-center">
      <Wordmark className="mb-2" />
      <h1 className="text-2xl font-semibold">{words.noMember}</h1>
      <p className="max-w-md text-lg text-ink-2 wrap-anywhere">{words.noMemberText(email)}</p>
      <Link to={paths.dashboard} className={buttonClass("primary", "md", "mt-2")}>
        {words.toDashboard}
      </Link>
    </main>
  );
}
