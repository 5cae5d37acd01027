import { Badge } from "@/components/ui/badge";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { trends as words } from "@/lib/messages/sections";

import type { TrendingQuery } from "./api";
import { useTrendsAddress } from "./use-address";

/** Where a query comes from: the answers that searched for it, and whom they cite. */
export function QueryDrawer({ query, onClose }: { query: TrendingQuery; onClose: () => void }) {
  const { change } = useTrendsAddress();
  const open = (id: string) => change({ query: null, answer: id });
  return (
    <Sheet open onOpenChange={(next) => !next && onClose()}>
      <SheetContent title={query.query} description={words.seen(query.seen, query.n)}>
        <div className="flex flex-col gap-5 px-5 pb-6">
          <section>
            <h3 className="mb-2 text-sm font-medium text-ink-2">{words.answers}</h3>
            <ul className="flex flex-col">
              {query.answers.map((id, index) => (
                <li key={id}>
                  <button type="button" onClick={() => open(id)} className="py-1.5 text-accent-text underline-offset-4 hover:underline">
                    {words.answer(index)}
                  </button>
                </li>
              ))}
            </ul>
          </section>
          {query.cited.length ? (
            <section>
              <h3 className="mb-2 text-sm font-medium text-ink-2">{words.cited}</h3>
              <ul className="flex flex-wrap gap-2">
                {query.cited.map(({ domain, answers }) => (
                  <li key={domain}>
                    <Badge className="font-normal">{words.citedIn(domain, answers)}</Badge>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
        </div>
      </SheetContent>
    </Sheet>
  );
}
