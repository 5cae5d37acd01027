import { useState } from "react";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Segmented } from "@/components/ui/segmented";
import { trafficLogs as words } from "@/lib/messages/traffic-logs";

import { commandsFor, type Way } from "./commands";

const WAYS: readonly Way[] = ["curl", "vector", "cloudflare"];
const PLACE = "YOUR_TOKEN";

/** A token, this once, and how a server sends lines with it; without one, the same with a place to put it. */
export function CommandsDialog({ token, onClose }: { token: string | null; onClose: () => void }) {
  const [way, setWay] = useState<Way>("curl");
  const text = commandsFor(way, window.location.origin, token ?? PLACE);
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        wide
        title={token ? words.secretTitle : words.commandsTitle}
        description={token ? words.secretText : words.commandsText}
        closable={!token}
        footer={<Button onClick={onClose}>{words.done}</Button>}
      >
        <div className="flex flex-col gap-5">
          {token ? (
            <div className="flex flex-wrap items-center gap-3">
              <code
                aria-label={words.tokenName}
                className="min-w-0 flex-1 select-all rounded-field border border-line bg-sunken px-3 py-2 wrap-anywhere"
              >
                {token}
              </code>
              <CopyButton text={token} label={words.copy} done={words.copied} />
            </div>
          ) : null}
          <section className="flex flex-col gap-3">
            <Segmented
              label={words.commandsTitle}
              value={way}
              onChange={setWay}
              choices={WAYS.map((value) => ({ value, label: words.commands[value] }))}
              className="self-start max-sm:self-stretch"
            />
            <p className="text-sm text-ink-2">{words.commandTexts[way]}</p>
            <pre
              tabIndex={0}
              role="region"
              aria-label={words.commandsFor(words.commands[way])}
              className="max-h-72 overflow-auto rounded-field border border-line bg-sunken px-3 py-2 text-xs"
            >
              {text}
            </pre>
            <div className="self-start">
              <CopyButton text={text} label={words.copyCommands} done={words.copied} />
            </div>
          </section>
        </div>
      </DialogContent>
    </Dialog>
  );
}
