import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";

import { cn } from "@/lib/cn";

export type FieldControl = {
  id: string;
  "aria-invalid"?: true | undefined;
  "aria-describedby"?: string | undefined;
  required?: boolean | undefined;
};

type FieldProps = {
  label: ReactNode;
  /** Marks the label with * and the control as required. */
  required?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown at the right end of the label's line, e.g. a counter. */
  aside?: ReactNode;
  labelHidden?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
};

/** Label, control, hint and error of one question, tied together by ids. */
export function Field({
  label,
  required = false,
  hint,
  error,
  aside,
  labelHidden = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ") || undefined;
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <div className={cn("flex items-baseline justify-between gap-3", labelHidden && !aside && "sr-only")}>
        <label htmlFor={id} className={cn("text-sm font-medium text-ink", labelHidden && "sr-only")}>
          {label}
          {required ? (
            <span aria-hidden className="text-attention-text">
              {" *"}
            </span>
          ) : null}
        </label>
        {aside ? <span className="tabular ml-auto text-xs text-ink-3">{aside}</span> : null}
      </div>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy,
        required: required || undefined,
      })}
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
      {hint ? (
        <p id={hintId} className="text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-sm text-attention-text">
      <CircleAlert aria-hidden size={16} className="mt-0.5" />
      {children}
    </p>
  );
}
