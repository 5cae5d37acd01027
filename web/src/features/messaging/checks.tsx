type ChecksProps<T extends string> = {
  label: string;
  choices: Readonly<Record<T, string>>;
  chosen: readonly T[];
  /** Why a choice cannot be made. */
  locked?: Partial<Record<T, string | undefined>>;
  onChange: (chosen: T[]) => void;
};

/** Several of a few. */
export function Checks<T extends string>({ label, choices, chosen, locked = {}, onChange }: ChecksProps<T>) {
  const keys = Object.keys(choices) as T[];
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {keys.map((key) => {
          const reason = locked[key];
          return (
            <label key={key} className="flex min-h-9 items-center gap-3">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-(--accent)"
                checked={chosen.includes(key)}
                disabled={reason !== undefined && !chosen.includes(key)}
                onChange={(event) =>
                  onChange(keys.filter((one) => (one === key ? event.target.checked : chosen.includes(one))))
                }
              />
              <span>
                {choices[key]}
                {reason ? <span className="block text-xs text-ink-3">{reason}</span> : null}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
