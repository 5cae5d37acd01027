import type { ReactNode } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ApiError, textOf } from "@/lib/http";
import { account as words } from "@/lib/messages/account";

/** One matter of the account: what is so, and what can be done about it. An open form takes the whole width. */
export function Row({
  id,
  title,
  text,
  badge,
  actions,
  children,
}: {
  id?: string;
  title: string;
  text?: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div {...(id ? { id } : {})} className="flex scroll-mt-20 flex-col gap-4 py-5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            {title}
            {badge}
          </h3>
          {text ? <p className="mt-1 text-ink-2 wrap-anywhere">{text}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}

/** Rows under one heading, with a line between them. */
export function Rows({ children }: { children: ReactNode }) {
  return <div className="divide-y divide-line sm:col-span-2">{children}</div>;
}

type FormButtonsProps = { save: string; pending: boolean; danger?: boolean; onCancel: () => void };

export function FormButtons({ save, pending, danger = false, onCancel }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" size="sm" variant={danger ? "danger" : "primary"} pending={pending}>
        {save}
      </Button>
      <Button variant="ghost" size="sm" onClick={onCancel}>
        {words.cancel}
      </Button>
    </div>
  );
}

/** The server's sentence about a form, unless one of its fields already says it. */
export function FormFailure({ error, fields }: { error: unknown; fields: readonly string[] }) {
  if (!error || fieldOf(error, fields)) return null;
  return <Alert kind="error">{textOf(error)}</Alert>;
}

/** Which of the fields a refusal is about, by its JSON pointer. */
export function fieldOf<F extends string>(error: unknown, fields: readonly F[]): F | null {
  if (!(error instanceof ApiError)) return null;
  const pointer = error.body?.errors?.[0]?.pointer;
  return fields.find((field) => pointer === `/${field}`) ?? null;
}
