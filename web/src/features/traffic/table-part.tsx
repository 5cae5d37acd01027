import type { ReactNode } from "react";

type TablePartProps = { title: string; description?: ReactNode; children: ReactNode };

/** A heading above a table, which draws its own frame. */
export function TablePart({ title, description, children }: TablePartProps) {
  return (
    <section className="mt-2 flex flex-col gap-3">
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        {description ? (
          <div className="mt-1 flex max-w-prose flex-col gap-1 text-sm text-ink-2">{description}</div>
        ) : null}
      </div>
      {children}
    </section>
  );
}
