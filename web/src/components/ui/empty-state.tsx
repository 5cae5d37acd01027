import type { ReactNode } from "react";

import { Card } from "./card";

/** Nothing here, said in one sentence, with at most one way on. */
export function EmptyState({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <Card className="flex flex-col items-center gap-2 px-6 py-14 text-center sm:py-16">
      <h2 className="text-lg font-semibold">{title}</h2>
      {text ? <p className="max-w-prose text-ink-2">{text}</p> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </Card>
  );
}
