import { useEffect } from "react";
import { useBlocker } from "react-router";

import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { settings } from "@/lib/messages/settings";

/** Asks before unsaved changes are left behind: by our own question inside the app, by the browser's outside. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);

  const stay = () => blocker.reset?.();
  return (
    <Dialog open={blocker.state === "blocked"} onOpenChange={(open) => (open ? undefined : stay())}>
      <DialogContent
        title={settings.leaveTitle}
        footer={
          <>
            <Button variant="secondary" onClick={() => blocker.proceed?.()}>
              {settings.leave}
            </Button>
            <Button onClick={stay}>{settings.stay}</Button>
          </>
        }
      >
        <p>{settings.leaveText}</p>
      </DialogContent>
    </Dialog>
  );
}
