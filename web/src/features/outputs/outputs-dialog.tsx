import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { brandsQuery } from "@/api/brands";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { PartProps } from "@/components/ui/lazy-part";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { tabs as words } from "@/lib/messages/outputs";
import { outputs } from "@/lib/messages/outputs-button";

import { ExportsTab } from "./exports-tab";
import { LinksTab } from "./links-tab";

/** Ways out of the product for what the screen shows: a link for others, a file for oneself. */
export function OutputsDialog({ brandId, onClose }: PartProps & { brandId: string }) {
  const brand = useQuery(brandsQuery).data?.data.find(({ id }) => id === brandId);
  const [tab, setTab] = useState("link");
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent wide title={outputs.title}>
        <Tabs value={tab} onValueChange={setTab}>
          <TabsList aria-label={words.label}>
            <TabsTrigger value="link">{words.link}</TabsTrigger>
            <TabsTrigger value="export">{words.export}</TabsTrigger>
          </TabsList>
          <TabsContent value="link">
            <LinksTab brandId={brandId} brandName={brand?.name ?? ""} />
          </TabsContent>
          <TabsContent value="export">
            <ExportsTab brandId={brandId} />
          </TabsContent>
        </Tabs>
      </DialogContent>
    </Dialog>
  );
}
