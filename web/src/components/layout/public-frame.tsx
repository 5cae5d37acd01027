import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";

import { buttonClass } from "@/components/ui/button";
import { useAuth } from "@/lib/auth";
import { frame as words } from "@/lib/messages/frame";
import { Link } from "@/lib/navigation";
import { authThen, paths } from "@/lib/paths";

import { Wordmark } from "./wordmark";

/** A page anybody may open: the wordmark, one way on, and the content. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { user, isLoading } = useAuth();
  return (
    <div className="min-h-dvh">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex h-16 w-full max-w-[1248px] items-center justify-between gap-4 px-4 lg:px-6">
          <Link to={paths.root} className="flex">
            <Wordmark />
          </Link>
          {isLoading ? null : <WayOn signedIn={Boolean(user)} />}
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-[1248px] flex-col gap-10 px-4 py-8 lg:px-6 lg:py-12">{children}</main>
    </div>
  );
}

function WayOn({ signedIn }: { signedIn: boolean }) {
  const { pathname, search } = useLocation();
  if (!signedIn) {
    return (
      <Link to={authThen(pathname + search)} className={buttonClass("secondary")}>
        {words.signIn}
      </Link>
    );
  }
  return (
    <Link to={paths.dashboard} className={buttonClass("ghost", "md", "px-2! sm:-mr-3 sm:px-4!")}>
      <ArrowLeft aria-hidden size={16} />
      {words.toDashboard}
    </Link>
  );
}
