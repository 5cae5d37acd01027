import { lazy, Suspense, useEffect, type ComponentType } from "react";

import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { view as words } from "@/lib/messages/analytics";
import { lazyWithRetry } from "@/lib/lazy-with-retry";
import { useSearchParams } from "@/lib/navigation";
import { whenIdle } from "@/lib/when-idle";

import type { AnalyticsParts } from "./analytics-screen";
import { Controls } from "./controls";
import { useKeptCompare } from "./kept-compare";
import { numberOf } from "./number-address";
import { Overview } from "./overview";
import { useView } from "./use-view";
import { isFiltered, NO_FILTERS, NO_TAB_FILTERS, TABS, type Tab } from "./view";

type TabProps = Pick<AnalyticsParts, "AnswerList" | "ImportButton" | "Planner"> & { brandId: string };

const NumberDrawer = lazyPart(async () => (await import("./number-drawer")).NumberDrawer);

/** Everything but the overview, which comes first: one file, fetched while the overview is read. */
const fetchOthers = () => import("./other-tabs");
const other = (name: keyof Awaited<ReturnType<typeof fetchOthers>>) =>
  lazy(lazyWithRetry(async () => ({ default: (await fetchOthers())[name] as ComponentType<TabProps> })));
const PANELS: Record<Exclude<Tab, "overview">, ComponentType<TabProps>> = {
  prompts: other("PromptsTab"),
  competitors: other("CompetitorsTab"),
  sources: other("SourcesTab"),
  answers: other("AnswersTab"),
};

/** The unlocked analytics: one bar of controls over five tabs, all of it in the address. */
export function Workspace({
  brandId,
  AnswerList,
  ImportButton,
  Planner,
  answerDrawer,
}: AnalyticsParts & { brandId: string }) {
  const { view, change, closeNumber } = useView();
  const [params] = useSearchParams();
  const opened = numberOf(params);
  useEscapeClears();
  useKeptCompare();
  useEffect(() => whenIdle(fetchOthers), []);
  return (
    <>
      <Tabs className="-mt-3" value={view.tab} onValueChange={(tab) => change({ tab: tab as Tab, ...NO_TAB_FILTERS })}>
        <TabsList aria-label={words.tabList}>
          {TABS.map((tab) => (
            <TabsTrigger key={tab} value={tab}>
              {words.tabs[tab]}
            </TabsTrigger>
          ))}
        </TabsList>
        <Controls brandId={brandId} />
        <TabsContent value="overview">
          <Overview brandId={brandId} />
        </TabsContent>
        {(Object.entries(PANELS) as [Tab, ComponentType<TabProps>][]).map(([tab, Panel]) => (
          <TabsContent key={tab} value={tab}>
            <Suspense fallback={<Skeleton className="h-[560px] w-full" />}>
              <Panel brandId={brandId} Planner={Planner} AnswerList={AnswerList} ImportButton={ImportButton} />
            </Suspense>
          </TabsContent>
        ))}
      </Tabs>
      {opened && !params.has("answer") ? (
        <NumberDrawer brandId={brandId} opened={opened} AnswerList={AnswerList} onClose={closeNumber} />
      ) : null}
      {answerDrawer}
    </>
  );
}

/** Esc clears the filters, unless something nearer takes the key: a drawer, a menu, a field. */
function useEscapeClears() {
  const { view, change } = useView();
  const filtered = isFiltered(view);
  useEffect(() => {
    if (!filtered) return;
    const clear = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (
        event.key !== "Escape" ||
        event.defaultPrevented ||
        target.closest("[role=dialog],[role=menu],input,textarea,select")
      )
        return;
      if (document.querySelector("[role=dialog],[role=menu]")) return;
      change({ ...NO_FILTERS });
    };
    window.addEventListener("keydown", clear);
    return () => window.removeEventListener("keydown", clear);
  }, [filtered, change]);
}
