import { Link } from "react-router";

import { Wordmark } from "@/components/layout/wordmark";
import { buttonClass } from "@/components/ui/button";
import { app } from "@/lib/messages/app";
import { paths } from "@/lib/paths";

export function NotFound() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-5 px-4 text-center">
      <Wordmark className="mb-2" />
      <h1 className="text-2xl font-semibold">{app.notFoundHeading}</h1>
      <p className="max-w-md text-lg text-ink-2">{app.notFoundText}</p>
      <Link to={paths.root} className={buttonClass("primary", "md", "mt-2")}>
        {app.returnHome}
      </Link>
    </main>
  );
}
