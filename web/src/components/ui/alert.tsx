import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { cn } from "@/lib/cn";

const kinds = {
  info: { icon: Info, box: "border-info-line bg-info-surface", ink: "text-info-text" },
  success: { icon: CircleCheck, box: "border-good-line bg-good-surface", ink: "text-good-text" },
  warning: { icon: TriangleAlert, box: "border-moderate-line bg-moderate-surface", ink: "text-moderate-text" },
  error: { icon: CircleAlert, box: "border-attention-line bg-attention-surface", ink: "text-attention-text" },
} as const;

type AlertProps = {
  kind?: keyof typeof kinds;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
};

/** Something the reader must know here and now. Errors are announced at once, the rest politely. */
export function Alert({ kind = "info", title, children, action, className }: AlertProps) {
  const { icon: Icon, box, ink } = kinds[kind];
  return (
    <div
      role={kind === "error" ? "alert" : "status"}
      className={cn("flex gap-3 rounded-card border px-4 py-3", box, className)}
    >
      <Icon aria-hidden size={20} className={cn("mt-px", ink)} />
      <div className="min-w-0 flex-1">
        {title ? <p className={cn("font-medium", ink)}>{title}</p> : null}
        {children ? <div className={cn("text-ink", title ? "mt-0.5 text-sm" : "")}>{children}</div> : null}
        {action ? <div className="mt-3">{action}</div> : null}
      </div>
    </div>
  );
}
