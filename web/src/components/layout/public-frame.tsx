import type { ReactNode } from "react";
import { Link } from "react-router";

import { paths } from "@/lib/paths";

import { Wordmark } from "./wordmark";

/** A page anybody may open: the wordmark, one way on, and the content. */
export function PublicFrame({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex h-16 w-full max-w-[1248px] items-center justify-between gap-4 px-4 lg:px-6">
          <Link to={paths.root} className="flex">
            <Wordmark />
          </Link>
          {action}
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-[1248px] flex-col gap-10 px-4 py-8 lg:px-6 lg:py-12">{children}</main>
    </div>
  );
}
