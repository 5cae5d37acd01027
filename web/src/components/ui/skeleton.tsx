import { cn } from "@/lib/cn";

/** A resting place with the final size; appears only after 150 ms so that quick answers never flash. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("skeleton block rounded-button bg-sunken", className)} />;
}
