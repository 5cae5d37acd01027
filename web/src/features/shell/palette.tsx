import { Command } from "cmdk";
import { Dialog } from "radix-ui";
import { useState } from "react";

import type { PartProps } from "@/components/ui/lazy-part";
import { useReturnFocus } from "@/components/ui/return-focus";
import { palette as words } from "@/lib/messages/palette";

import { useCommands, type CommandEntry } from "./commands";
import { Found } from "./found";
import { Group } from "./palette-group";

export type PaletteProps = PartProps & { onSupport: () => void; onHelp: () => void; onLogout: () => void };

/** Everything by name: sections, brands, actions, and what the brand in view has (found by the server). */
export function Palette({ onClose, ...doing }: PaletteProps) {
  const [text, setText] = useState("");
  const returnFocus = useReturnFocus();
  const groups = useCommands(doing);
  const run = (entry: CommandEntry) => {
    onClose();
    entry.run();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="fixed left-1/2 top-[12dvh] z-50 w-[min(calc(100vw-32px),600px)] -translate-x-1/2 overflow-hidden rounded-card border border-line bg-surface shadow-float focus:outline-none"
        >
          <Dialog.Title className="sr-only">{words.label}</Dialog.Title>
          <Command label={words.label} loop>
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder={words.placeholder}
              className="h-13 w-full border-b border-line bg-transparent px-4 text-lg outline-none!"
            />
            <Command.List className="max-h-[min(56dvh,420px)] overflow-y-auto p-1.5">
              {groups
                .filter(({ entries }) => entries.length)
                .map(({ title, entries }) => (
                  <Group key={title} title={title}>
                    {entries.map((entry) => (
                      <Item key={entry.id} entry={entry} onChoose={() => run(entry)} />
                    ))}
                  </Group>
                ))}
              <Found text={text}>{(entry) => <Item key={entry.id} entry={entry} onChoose={() => run(entry)} />}</Found>
              <Command.Empty className="px-3 py-6 text-center text-ink-2">{words.none}</Command.Empty>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Item({
  entry: { id, label, keywords, icon: Icon, aside },
  onChoose,
}: {
  entry: CommandEntry;
  onChoose: () => void;
}) {
  return (
    <Command.Item
      value={id}
      keywords={[label, ...(keywords ?? [])]}
      onSelect={onChoose}
      className="flex min-h-10 cursor-default items-center gap-3 rounded-button px-2.5 py-1.5 data-[selected=true]:bg-hover"
    >
      <Icon aria-hidden size={16} className="text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {aside ? <span className="tabular text-sm text-ink-3">{aside}</span> : null}
    </Command.Item>
  );
}
