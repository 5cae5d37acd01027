import { CircleAlert, CircleCheck, Info, MapPin, TriangleAlert, X } from "lucide-react";
import { Toast } from "radix-ui";

import { cn } from "@/lib/cn";
import { common } from "@/lib/messages/common";
import {
  dismissToast,
  splitLocationPin,
  TOAST_DURATION_MS,
  useToasts,
  type ToastMessage,
  type ToastVariant,
} from "@/lib/toast";

const looks: Record<ToastVariant, { icon: typeof Info | null; ink: string; edge: string }> = {
  default: { icon: null, ink: "", edge: "border-line" },
  destructive: { icon: CircleAlert, ink: "text-attention-text", edge: "border-attention-line" },
  success: { icon: CircleCheck, ink: "text-good-text", edge: "border-good-line" },
  info: { icon: Info, ink: "text-info-text", edge: "border-info-line" },
  warning: { icon: TriangleAlert, ink: "text-moderate-text", edge: "border-moderate-line" },
};

/**
 * Bottom right from small screens up, at the top below; 420 px at most from medium screens up.
 * F8 moves focus here; hover, focus and a window in the background stop the clock (Radix does both).
 */
export function Toaster() {
  const toasts = useToasts();
  return (
    <Toast.Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={50} label={common.notification}>
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
      <Toast.Viewport
        hotkey={["F8"]}
        label={common.notifications}
        className="fixed inset-x-0 top-0 z-[100] flex w-full flex-col gap-2 p-4 outline-none sm:bottom-0 sm:left-auto sm:right-0 sm:top-auto sm:w-auto sm:min-w-80 md:max-w-[420px]"
      />
    </Toast.Provider>
  );
}

function ToastCard({ item }: { item: ToastMessage }) {
  const variant = item.variant ?? "default";
  const { icon: Icon, ink, edge } = looks[variant];
  return (
    <Toast.Root
      open={item.open}
      onOpenChange={(open) => (open ? undefined : dismissToast(item.id))}
      type={variant === "destructive" ? "foreground" : "background"}
      {...(item.duration === undefined ? {} : { duration: item.duration })}
      data-variant={variant}
      className={cn(
        "flex items-start gap-3 rounded-card border bg-surface p-4 shadow-float data-[state=open]:animate-rise-in",
        "data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
        edge,
      )}
    >
      {Icon ? <Icon aria-hidden size={20} className={ink} /> : null}
      <div className="min-w-0 flex-1">
        {item.title ? <Toast.Title className="font-medium text-ink">{item.title}</Toast.Title> : null}
        {item.description ? <ToastText text={item.description} /> : null}
        {item.action ? <div className="mt-2.5">{item.action}</div> : null}
      </div>
      <Toast.Close
        aria-label={common.close}
        className="-mr-1.5 -mt-1 inline-flex size-7 items-center justify-center rounded-button text-ink-3 hover:bg-hover hover:text-ink"
      >
        <X aria-hidden size={16} />
      </Toast.Close>
    </Toast.Root>
  );
}

function ToastText({ text }: { text: string }) {
  const { located, text: plain } = splitLocationPin(text);
  return (
    <Toast.Description className="flex items-start gap-1.5 text-ink-2">
      {located ? <MapPin aria-hidden size={16} className="mt-0.5 text-good" data-testid="location-icon" /> : null}
      <span className="wrap-anywhere">{plain}</span>
    </Toast.Description>
  );
}
