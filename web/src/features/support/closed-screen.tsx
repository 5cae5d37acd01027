import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";

import { metaQuery } from "@/api/meta";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { PartProps } from "@/components/ui/lazy-part";
import { noteAnswer, noteOpen, useConnection } from "@/lib/connection";
import { closed as words } from "@/lib/messages/connection";

const PROBE = "/api/user";
const CLOSED = 503;

/** Over the page, which stays as it is, until the service answers again: says when it is asked next. */
export function ClosedScreen({ onClose }: PartProps) {
  const client = useQueryClient();
  const { closedUntil } = useConnection();
  const why = useQuery(metaQuery).data?.maintenance?.message;
  const [now, setNow] = useState(Date.now);
  const [trying, setTrying] = useState(false);
  const left = Math.max(0, Math.ceil(((closedUntil ?? now) - now) / 1000));

  const ask = useCallback(async () => {
    setTrying(true);
    try {
      const answer = await fetch(PROBE, { credentials: "include", cache: "no-store" });
      const wait = Number(answer.headers.get("retry-after") ?? 30);
      if (answer.status === CLOSED) return noteAnswer(CLOSED, null, Number.isFinite(wait) ? wait : 30);
      noteOpen();
      onClose();
      void client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
    } catch {
      noteAnswer(CLOSED, null, 5);
    } finally {
      setTrying(false);
      setNow(Date.now());
    }
  }, [client, onClose]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (closedUntil === null) return;
    const timer = setTimeout(() => void ask(), Math.max(0, closedUntil - Date.now()));
    return () => clearTimeout(timer);
  }, [ask, closedUntil]);
  return (
    <Dialog open>
      <DialogContent
        title={words.title}
        description={words.text}
        closable={false}
        footer={
          <Button pending={trying} onClick={() => void ask()}>
            {trying ? words.trying : words.now}
          </Button>
        }
      >
        {why ? <p className="mb-2">{why}</p> : null}
        <p aria-hidden className="tabular text-ink-2">
          {trying ? words.trying : words.again(Math.max(1, left))}
        </p>
      </DialogContent>
    </Dialog>
  );
}
