import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/select";
import { filters as words } from "@/lib/messages/advice";

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
