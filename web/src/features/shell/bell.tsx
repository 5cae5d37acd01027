import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";

import { buttonClass } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { usePanel } from "@/components/ui/use-panel";
import { notifications as words } from "@/lib/messages/notifications";
import { useSingleKey } from "@/lib/shortcuts";

import { unreadQuery } from "./api";

const NotificationPanel = lazyPart(async () => (await import("./notification-panel")).NotificationPanel);
const MOST = 99;

/** How much is unread; opens the list. `N` does too. */
export function Bell() {
  const unread = useQuery(unreadQuery).data ?? 0;
  const { open, close, show, anchor, trigger } = usePanel(NotificationPanel);
  useSingleKey((key) => (key.toLowerCase() === "n" ? (show(), true) : false));
  return (
    <>
      <button
        {...trigger}
        aria-label={words.bell(unread)}
        className={buttonClass("ghost", "icon-sm", "relative size-9!")}
      >
        <BellIcon aria-hidden size={20} />
        {unread ? (
          <span
            aria-hidden
            className="tabular absolute right-0.5 top-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] font-semibold leading-4 text-on-accent"
          >
            {unread > MOST ? `${MOST}+` : unread}
          </span>
        ) : null}
      </button>
      {open ? <NotificationPanel anchor={anchor} onClose={close} /> : null}
    </>
  );
}
