import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";

import { Spinner } from "@/components/ui/spinner";
import { links } from "@/lib/messages/auth-links";
import { Link, useSearchParams } from "@/lib/navigation";

import { withAction } from "./actions";

/** Heading, explanation and form of one step, with the way back to the login. */
export function Step({
  title,
  text,
  children,
  back = true,
}: {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
  back?: boolean;
}) {
  const [params] = useSearchParams();
  return (
    <>
      <div>
        <h1 className="text-2xl font-semibold">{title}</h1>
        {text ? <p className="mt-2.5 text-ink-2">{text}</p> : null}
      </div>
      {children}
      {back ? (
        <Link
          to={`?${withAction(params, "login")}`}
          className="inline-flex items-center gap-2 self-start text-accent-text underline-offset-4 hover:underline"
        >
          <ArrowLeft aria-hidden size={16} />
          {links.back}
        </Link>
      ) : null}
    </>
  );
}

/** While the server says whether a link can still be used. */
export function Checking() {
  return (
    <p role="status" className="flex items-center gap-3 text-ink-2">
      <Spinner className="size-5" />
      {links.checking}
    </p>
  );
}
