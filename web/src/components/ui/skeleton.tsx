import { cn } from "@/lib/cn";

/** A resting place with the final size; appears only after 150 ms so that quick answers never flash. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("skeleton rounded-button bg-sunken", className)} />;
}
