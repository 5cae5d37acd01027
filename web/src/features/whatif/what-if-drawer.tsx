import { useState } from "react";
import { useSearchParams } from "react-router";

import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useCurrentBrandId } from "@/lib/current-brand";
import { whatIf as words } from "@/lib/messages/whatif";

import { EditForm } from "./edit-form";
import { ExperimentView } from "./experiment-view";
import { History } from "./history";

/** `?whatif=new` opens the editor, `?whatif={id}` an experiment; closing leaves the screen below as it was. */
export function WhatIfDrawer() {
  const brandId = useCurrentBrandId();
  const [params, setParams] = useSearchParams();
  const shown = params.get("whatif");
  const [tab, setTab] = useState("new");
  const set = (whatif: string | null) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (whatif) next.set("whatif", whatif);
        else for (const name of ["whatif", "recommendation", "about"]) next.delete(name);
        return next;
      },
      { preventScrollReset: true },
    );
  if (!brandId || !shown) return null;
  return (
    <Sheet open onOpenChange={(open) => !open && set(null)}>
      <SheetContent title={words.title} description={words.text} className="max-w-[680px]">
        <div className="px-5 pb-6">
          {shown === "new" ? (
            <Tabs value={tab} onValueChange={setTab}>
              <TabsList aria-label={words.title}>
                <TabsTrigger value="new">{words.tabs.new}</TabsTrigger>
                <TabsTrigger value="history">{words.tabs.history}</TabsTrigger>
              </TabsList>
              <TabsContent value="new">
                <EditForm brandId={brandId} recommendationId={params.get("recommendation")} about={params.get("about")} onStarted={set} />
              </TabsContent>
              <TabsContent value="history">
                <History brandId={brandId} onOpen={set} />
              </TabsContent>
            </Tabs>
          ) : (
            <ExperimentView id={shown} onAgain={() => set("new")} />
          )}
        </div>
      </SheetContent>
    </Sheet>
  );
}
