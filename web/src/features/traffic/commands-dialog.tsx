import { useState } from "react";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { trafficLogs as words } from "@/lib/messages/traffic-logs";

import { commandsFor, WAYS, type Way } from "./commands";

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
        description={token ? words.secretText : text.includes(PLACE) ? words.commandsText : words.tokenOnce}
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
              <CopyButton text={token} label={words.copyToken} done={words.copied} />
            </div>
          ) : null}
          <Tabs value={way} onValueChange={(next) => setWay(next as Way)} className="min-w-0">
            <TabsList aria-label={words.commandsTitle} className="flex-wrap gap-y-0">
              {WAYS.map((value) => (
                <TabsTrigger key={value} value={value}>
                  {words.commands[value]}
                </TabsTrigger>
              ))}
            </TabsList>
            <TabsContent value={way} className="flex flex-col gap-3 pt-4">
              <p className="text-sm text-ink-2">{words.commandTexts[way]}</p>
              {text.includes("presence ship-log") ? <p className="text-sm text-ink-2">{words.shipperNeeded}</p> : null}
              <pre
                tabIndex={0}
                role="region"
                aria-label={words.commandsFor(words.commands[way])}
                className="max-h-72 overflow-auto rounded-field border border-line bg-sunken px-3 py-2 text-xs"
              >
                {text}
              </pre>
              <div className="self-start">
                <CopyButton text={text} label={words.copy} done={words.copied} />
              </div>
            </TabsContent>
          </Tabs>
        </div>
      </DialogContent>
    </Dialog>
  );
}
