import { useState } from "react";

import { Button } from "@/components/ui/button";
import { DataView } from "@/components/ui/data-view";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "@/components/ui/menu";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Tooltip } from "@/components/ui/tooltip";
import { toastWithUndo } from "@/components/ui/undo-toast";
import { toast, type ToastVariant } from "@/lib/toast";

const variants: ToastVariant[] = ["default", "success", "info", "warning", "destructive"];
const rows = [
  { id: "1", page: "/boots", count: 12 },
  { id: "2", page: "/a-rather-long-address-that-must-wrap-on-phones", count: 3 },
];

/** What lies over the page, each opened by its button, in the theme of the whole page. */
export function LayerExamples() {
  const [open, setOpen] = useState<"dialog" | "sheet" | null>(null);
  const close = (stays: boolean) => (stays ? undefined : setOpen(null));
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setOpen("dialog")}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen("sheet")}>
          Sheet
        </Button>
        <Popover>
          <PopoverTrigger className="rounded-button border border-line px-4">Popover</PopoverTrigger>
          <PopoverContent label="A popover">Words beside the button.</PopoverContent>
        </Popover>
        <Menu>
          <MenuTrigger className="rounded-button border border-line px-4">Menu</MenuTrigger>
          <MenuContent>
            <MenuLabel>A group</MenuLabel>
            <MenuItem>First</MenuItem>
            <MenuItem disabled>Switched off</MenuItem>
            <MenuSeparator />
            <MenuItem>Last</MenuItem>
          </MenuContent>
        </Menu>
        <Tooltip content="A short addition">
          <Button variant="ghost">Tooltip</Button>
        </Tooltip>
        {variants.map((variant) => (
          <Button
            key={variant}
            variant="ghost"
            onClick={() => toast({ variant, title: `A ${variant} toast`, description: "What happened." })}
          >
            {`Toast: ${variant}`}
          </Button>
        ))}
        <Button variant="ghost" onClick={() => toastWithUndo("Marked as done", () => undefined)}>
          Toast with undo
        </Button>
      </div>
      <Dialog open={open === "dialog"} onOpenChange={close}>
        <DialogContent
          title="A dialog"
          description="A question in the middle."
          footer={<Button onClick={() => setOpen(null)}>Answer</Button>}
        >
          Its body scrolls when it is long.
        </DialogContent>
      </Dialog>
      <Sheet open={open === "sheet"} onOpenChange={close}>
        <SheetContent title="A sheet" description="Evidence comes from the right.">
          <p className="px-5">Its body scrolls.</p>
        </SheetContent>
      </Sheet>
      <DataView
        label="Rows"
        rowKey={(row) => row.id}
        rows={rows}
        columns={[
          { key: "page", title: "Page", cell: (row) => row.page },
          { key: "count", title: "Count", numeric: true, cell: (row) => row.count },
          { key: "action", title: "Action", action: true, cell: () => <Button size="sm">Open</Button> },
        ]}
      />
    </>
  );
}
