import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";

import { brandsQuery } from "@/api/brands";
import { VIEW_SCREENS, viewsQuery, type SavedView, type ViewScreen } from "@/api/views";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import type { PartProps } from "@/components/ui/lazy-part";
import { Select } from "@/components/ui/select";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { start, tabs as words } from "@/lib/messages/outputs";
import { outputs } from "@/lib/messages/outputs-button";

import { ExportsTab } from "./exports-tab";
import type { Source } from "./export-view";
import { LinksTab } from "./links-tab";

/** The screens whose views can go out. */
const OF_RESULTS: readonly ViewScreen[] = ["analytics", "content-gaps", "technical-gaps"];

/** Shares what a screen or a saved view shows: a link for others, or a file. */
export function OutputsDialog({
  brandId,
  first = "link",
  onClose,
}: PartProps & { brandId: string; first?: "link" | "export" }) {
  const brand = useQuery(brandsQuery).data?.data.find(({ id }) => id === brandId);
  const [tab, setTab] = useState<string>(first);
  const views = (useQuery(viewsQuery(brandId)).data?.data ?? []).filter(({ screen }) => OF_RESULTS.includes(screen));
  const [viewId, setViewId] = useState("");
  const { pathname, search } = useLocation();
  const view = views.find(({ id }) => id === viewId);
  const source = view ? ofView(view) : { name: null, pathname, params: new URLSearchParams(search) };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent wide title={outputs.title}>
        {views.length ? (
          <Field label={start.label} className="mb-4">
            {(control) => (
              <Select {...control} value={viewId} onChange={(event) => setViewId(event.target.value)}>
                <option value="">{start.screen}</option>
                {views.map(({ id, name, screen }) => (
                  <option key={id} value={id}>
                    {start.view(name, VIEW_SCREENS[screen].title)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
        <Tabs value={tab} onValueChange={setTab}>
          <TabsList aria-label={words.label}>
            <TabsTrigger value="link">{words.link}</TabsTrigger>
            <TabsTrigger value="export">{words.export}</TabsTrigger>
          </TabsList>
          <TabsContent value="link">
            <LinksTab key={viewId} brandId={brandId} brandName={brand?.name ?? ""} source={source} />
          </TabsContent>
          <TabsContent value="export">
            <ExportsTab key={viewId} brandId={brandId} source={source} />
          </TabsContent>
        </Tabs>
      </DialogContent>
    </Dialog>
  );
}

const ofView = ({ name, screen, query }: SavedView): Source => ({
  name,
  pathname: VIEW_SCREENS[screen].path,
  params: new URLSearchParams(query),
});
