import { SlidersHorizontal } from "lucide-react";
import { useId, useState, type ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/select";
import { cn } from "@/lib/cn";
import { filters as words } from "@/lib/messages/advice";

/**
 * The search, and the filters of a list beside it. On a phone they wait behind a button that says how many are set, so
 * that the list comes first.
 */
export function Filters({ search, count, className, children }: FiltersProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={cn("grid grid-cols-2 gap-2", className)}>
      {search}
      <Button
        variant="secondary"
        className="col-span-2 md:hidden"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal aria-hidden size={16} />
        {words.filters(count)}
      </Button>
      <div id={id} className={cn("contents", !open && "max-md:hidden")}>
        {children}
      </div>
    </div>
  );
}

type FiltersProps = { search: ReactNode; count: number; className: string; children: ReactNode };

/** How many filters an address sets; the search stands in sight and the order leaves nothing out. */
export const filterCount = ({ status, values }: { status: string; values: Partial<Record<string, string>> }): number =>
  Object.values(values).filter(Boolean).length + (status === "active" ? 0 : 1);

type ChoiceProps = {
  label: string;
  value: string;
  any?: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | null) => void;
};

/** One filter as a list; its first entry stands for no filter. */
export function FilterChoice({ label, value, any, options, onChange }: ChoiceProps) {
  const known = !value || options.some((option) => option.value === value);
  return (
    <Select aria-label={label} value={value} onChange={(event) => onChange(event.target.value || null)}>
      {any ? <option value="">{any}</option> : null}
      {known ? null : <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

/** Nothing fits what was asked for; one press shows everything again. */
export function FilteredOut({ history, onClear }: { history: boolean; onClear: () => void }) {
  return (
    <EmptyState
      title={history ? words.historyEmpty : words.empty}
      {...(history ? { text: words.historyEmptyText } : {})}
      action={
        <Button variant="secondary" onClick={onClear}>
          {words.clear}
        </Button>
      }
    />
  );
}

const asChoices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
export const statusChoices = asChoices(words.statuses);
export const gapSortChoices = asChoices(words.sorts);
/** Distinct texts in reading order, as choices of a filter. */
export const choicesOf = (values: readonly string[]) =>
  [...new Set(values.filter(Boolean))].sort((a, b) => a.localeCompare(b)).map((value) => ({ value, label: value }));
