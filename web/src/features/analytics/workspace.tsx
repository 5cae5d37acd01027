import { useEffect } from "react";

import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { view as words } from "@/lib/messages/analytics";

import type { AnalyticsParts } from "./analytics-screen";
import { AnswersTab } from "./answers-tab";
import { CompetitorsTab } from "./competitors-tab";
import { Controls } from "./controls";
import { Overview } from "./overview";
import { PromptsTab } from "./prompts-tab";
import { SourcesTab } from "./sources-tab";
import { useView } from "./use-view";
import { isFiltered, NO_FILTERS, NO_TAB_FILTERS, TABS, type Tab } from "./view";

/** The unlocked analytics: one bar of controls over five tabs, all of it in the address. */
export function Workspace({ brandId, AnswerList, answerDrawer }: AnalyticsParts & { brandId: string }) {
  const { view, change } = useView();
  useEscapeClears();
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
        <TabsContent value="prompts">
          <PromptsTab brandId={brandId} AnswerList={AnswerList} />
        </TabsContent>
        <TabsContent value="competitors">
          <CompetitorsTab brandId={brandId} />
        </TabsContent>
        <TabsContent value="sources">
          <SourcesTab brandId={brandId} />
        </TabsContent>
        <TabsContent value="answers">
          <AnswersTab brandId={brandId} AnswerList={AnswerList} />
        </TabsContent>
      </Tabs>
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
      if (event.key !== "Escape" || event.defaultPrevented || target.closest("[role=dialog],[role=menu],input,textarea,select")) return;
      if (document.querySelector("[role=dialog],[role=menu]")) return;
      change({ ...NO_FILTERS });
    };
    window.addEventListener("keydown", clear);
    return () => window.removeEventListener("keydown", clear);
  }, [filtered, change]);
}
