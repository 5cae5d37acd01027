import { MoreHorizontal } from "lucide-react";

import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";
import { prompts as words } from "@/lib/messages/analytics-tables";
import { view as common } from "@/lib/messages/analytics";

import { type Prompt } from "./api";
import { askPrompt, changePrompt, deletePrompt, restorePrompt } from "./api/prompts";
import { useChange } from "./use-change";

/** Asking one question now, and its edit, pause and delete; what is deleted can be taken back. */
export function PromptActions({ brandId, prompt, onEdit }: { brandId: string; prompt: Prompt; onEdit: () => void }) {
  const paused = prompt.status === "paused";
  const pause = useChange(
    brandId,
    (status: "active" | "paused") => changePrompt(brandId, prompt.id, { status }),
    (status) => ({
      said: () => (status === "paused" ? words.pausedDone : words.resumed),
      undo: () => changePrompt(brandId, prompt.id, { status: status === "paused" ? "active" : "paused" }),
    }),
  );
  const remove = useChange(
    brandId,
    () => deletePrompt(brandId, prompt.id),
    () => ({ said: () => words.deleted, undo: () => restorePrompt(brandId, prompt.id) }),
  );
  const ask = useChange(
    brandId,
    () => askPrompt(brandId, prompt.id),
    () => ({ said: () => words.asking }),
  );
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon-sm"
          className="-my-1.5"
          aria-label={words.actionsOf(prompt.text)}
          pending={pause.isPending || remove.isPending || ask.isPending}
        >
          <MoreHorizontal aria-hidden size={16} />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        {paused ? null : <MenuItem onSelect={() => ask.mutate(undefined)}>{words.askNow}</MenuItem>}
        <MenuItem onSelect={onEdit}>{common.edit}</MenuItem>
        <MenuItem onSelect={() => pause.mutate(paused ? "active" : "paused")}>
          {paused ? words.resume : words.pause}
        </MenuItem>
        <MenuItem onSelect={() => remove.mutate(undefined)}>{words.remove}</MenuItem>
      </MenuContent>
    </Menu>
  );
}
