import { MoreHorizontal } from "lucide-react";

import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";
import { competitors as words } from "@/lib/messages/analytics-tables";

import { type Competitor } from "./api";
import { addCompetitor, removeCompetitor } from "./api/competitors";
import { useChange } from "./use-change";

/** Edit and removal of one competitor; what is removed can be taken back. */
export function CompetitorActions({
  brandId,
  competitor,
  onEdit,
}: {
  brandId: string;
  competitor: Competitor;
  onEdit: () => void;
}) {
  const { name, aliases, websiteUrl } = competitor;
  const remove = useChange(
    brandId,
    () => removeCompetitor(brandId, competitor.id),
    () => ({
      said: () => words.removed(name),
      undo: () => addCompetitor(brandId, { name, aliases, websiteUrl }),
    }),
  );
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon-sm"
          className="-my-1.5"
          aria-label={words.actionsOf(name)}
          pending={remove.isPending}
        >
          <MoreHorizontal aria-hidden size={16} />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem onSelect={onEdit}>{words.editAliases}</MenuItem>
        <MenuItem onSelect={() => remove.mutate(undefined)}>{words.remove}</MenuItem>
      </MenuContent>
    </Menu>
  );
}
