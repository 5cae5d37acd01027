import type { ComponentType, ReactNode } from "react";

import { Badge } from "@/components/ui/badge";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { trends as words } from "@/lib/messages/sections";

import type { TrendingQuery } from "./api";
import { useTrendsAddress } from "./use-address";

/** Has the brief of a content gap made; see the visibility slice. */
export type BriefOf = ComponentType<{ brandId: string; gapId: string }>;
type QueryDrawerProps = { brandId: string; query: TrendingQuery; Brief: BriefOf; onClose: () => void };

/**
 * Where a query comes from: the answers that searched for it, whom they cite, and a brief for winning it; the brief
 * stands first where it is what was asked for.
 */
export function QueryDrawer({ brandId, query, Brief, onClose }: QueryDrawerProps) {
  const { brief: asked } = useTrendsAddress();
  const brief = (
    <Part title={words.brief}>
      {query.gap ? (
        <>
          <p>{words.briefFor(query.gap.prompt)}</p>
          <Brief brandId={brandId} gapId={query.gap.id} />
        </>
      ) : (
        <p className="text-ink-2">{query.answers.length ? words.noGap : words.noSearch}</p>
      )}
    </Part>
  );
  return (
    <Sheet open onOpenChange={(next) => !next && onClose()}>
      <SheetContent title={query.query} description={query.n ? words.seen(query.seen, query.n) : words.notSeen}>
        <div className="flex flex-col gap-5 px-5 pb-6">
          {asked ? brief : null}
          <Sources query={query} />
          {asked ? null : brief}
        </div>
      </SheetContent>
    </Sheet>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-ink-2">{title}</h3>
      {children}
    </section>
  );
}

function Sources({ query }: { query: TrendingQuery }) {
  const { change } = useTrendsAddress();
  return (
    <>
      {query.answers.length ? (
        <Part title={words.answers}>
          <ul className="flex flex-col">
            {query.answers.map((id, index) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => change({ query: null, brief: null, answer: id })}
                  className="py-1.5 text-accent-text underline-offset-4 hover:underline"
                >
                  {words.answer(index)}
                </button>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      {query.cited.length ? (
        <Part title={words.cited}>
          <ul className="flex flex-wrap gap-2">
            {query.cited.map(({ domain, answers }) => (
              <li key={domain}>
                <Badge className="font-normal">{words.citedIn(domain, answers)}</Badge>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
    </>
  );
}
