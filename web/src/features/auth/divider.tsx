import { auth } from "@/lib/messages/auth";

/** Between Google and the forms. */
export function Divider() {
  return (
    <div className="flex items-center gap-4 text-sm text-ink-3">
      <span aria-hidden className="h-px flex-1 bg-line" />
      {auth.divider}
      <span aria-hidden className="h-px flex-1 bg-line" />
    </div>
  );
}
