import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";

import { sameView, screenAt, viewPart, viewsQuery, type SavedView, type ViewScreen } from "@/api/views";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { usePanel } from "@/components/ui/use-panel";
import { useCurrentBrandId } from "@/lib/current-brand";
import { views as words } from "@/lib/messages/views";

import { useFirstView } from "./use-first-view";

const ViewsPanel = lazyPart(async () => (await import("./views-panel")).ViewsPanel);
const ViewDialog = lazyPart(async () => (await import("./view-dialog")).ViewDialog);

/**
 * The saved views of a screen whose filters live in its address; the name of the one shown. On phones they stand above
 * the section instead of in the header.
 */
export function ViewsButton({ phone = false }: { phone?: boolean }) {
  const { pathname } = useLocation();
  const brandId = useCurrentBrandId();
  const screen = screenAt(pathname);
  return screen && brandId ? <Views key={brandId} brandId={brandId} screen={screen} phone={phone} /> : null;
}

function Views({ brandId, screen, phone }: { brandId: string; screen: ViewScreen; phone: boolean }) {
  const { search } = useLocation();
  const { data } = useQuery(viewsQuery(brandId));
  const { open, close, anchor, trigger } = usePanel(ViewsPanel);
  const [editing, setEditing] = useState<SavedView | "new" | null>(null);
  useFirstView(phone ? undefined : data?.data);
  const query = viewPart(new URLSearchParams(search));
  const shown = data?.data.find((view) => view.screen === screen && sameView(view.query, query));
  const edit = (view: SavedView | "new") => {
    close();
    setEditing(view);
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        {...trigger}
        aria-label={shown ? words.openNamed(shown.name) : words.open}
        title={words.title}
        className={phone ? "w-full sm:hidden" : "max-lg:size-9 max-lg:px-0 max-sm:hidden"}
      >
        <Bookmark aria-hidden size={16} className={shown ? "fill-current" : undefined} />
        <span className={phone ? "truncate" : "max-w-32 truncate max-lg:hidden"}>{shown?.name ?? words.open}</span>
      </Button>
      {open ? (
        <ViewsPanel anchor={anchor} brandId={brandId} screen={screen} query={query} onEdit={edit} onClose={close} />
      ) : null}
      {editing ? (
        <ViewDialog
          brandId={brandId}
          screen={screen}
          query={query}
          view={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </>
  );
}
