import { LoaderCircle } from "lucide-react";

import { cn } from "@/lib/cn";

/** Decorative; whoever shows it says in words what is being waited for. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn("size-5 animate-spin", className)} />;
}

/** A centred wait for a whole screen, announced once; `visible` also prints the words. */
export function SpinnerScreen({
  label,
  visible = false,
  className,
}: {
  label: string;
  visible?: boolean;
  className?: string;
}) {
  return (
    <div role="status" className={cn("flex min-h-dvh flex-col items-center justify-center gap-4", className)}>
      <Spinner className="size-7 text-accent" />
      <span className={visible ? "text-xl font-semibold text-ink" : "sr-only"}>{label}</span>
    </div>
  );
}
