import type { ComponentProps, ReactNode } from "react";

import { cn } from "@/lib/cn";

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section className={cn("rounded-card border border-line bg-surface p-4 sm:p-5", className)} {...rest} />;
}

type CardHeaderProps = {
  title: ReactNode;
  /** Stands beside the heading without being part of its name. */
  about?: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  className?: string;
};

/** Title line of a card: heading left, one action or note right. */
export function CardHeader({ title, about, description, action, className }: CardHeaderProps) {
  return (
    <div className={cn("mb-4 flex items-start justify-between gap-4", className)}>
      <div className="min-w-0">
        {about ? (
          <div className="flex items-center gap-1">
            <h2 className="text-lg font-semibold">{title}</h2>
            {about}
          </div>
        ) : (
          <h2 className="text-lg font-semibold">{title}</h2>
        )}
        {description ? <p className="mt-1 text-sm text-ink-2">{description}</p> : null}
      </div>
      {action ? <div className="shrink-0">{action}</div> : null}
    </div>
  );
}
