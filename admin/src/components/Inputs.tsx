import {
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanInput,
  DateInput,
  DateTimeInput,
  maxValue,
  minValue,
  NumberInput,
  ReferenceArrayInput,
  ReferenceInput,
  required,
  SelectInput,
  TextInput,
  useRecordContext,
  type Validator,
} from "react-admin";

import { nameOf, spaced, type InputSpec } from "./definition";
import { useDefinition } from "./registry";

/**
 * One input of a form, action or filter. Filters ask nothing to be filled in.
 * A sentence in `required` is what an empty input is told, and an amount below zero.
 */
export function Input({ input, filter = false }: { input: InputSpec; filter?: boolean }) {
  const wanted = !filter && input.required;
  const sentence = typeof wanted === "string" ? wanted : undefined;
  const validate: Validator[] = wanted ? [required(sentence)] : [];
  const common = {
    source: input.source,
    label: nameOf(input),
    validate,
    helperText: filter ? false : (input.helperText ?? false),
    ...(input.initial === undefined || filter
      ? {}
      : { defaultValue: typeof input.initial === "function" ? (input.initial as () => unknown)() : input.initial }),
  } as const;
  switch (input.kind) {
    case "long":
      return <TextInput {...common} multiline minRows={3} />;
    case "number":
      return <NumberInput {...common} step={1} validate={[...validate, isWhole, ...boundsOf(input)]} />;
    case "money":
      return (
        <NumberInput
          {...common}
          step={0.01}
          validate={[...validate, minValue(0, sentence ?? `${nameOf(input)} must be non-negative`)]}
        />
      );
    case "boolean":
      return <BooleanInput {...common} />;
    case "on-off":
      return (
        <SelectInput
          {...common}
          choices={ON_OFF}
          format={(value: unknown) => (typeof value === "boolean" ? String(value) : "")}
          parse={(text: string) => (text === "" ? undefined : text === "true")}
          emptyText=""
        />
      );
    case "choice":
      return <SelectInput {...common} choices={choicesOf(input)} {...(filter ? {} : { emptyText: "" })} />;
    case "day":
      return <DateInput {...common} />;
    case "moment":
      return <DateTimeInput {...common} parse={withZone} helperText={inZone(common.helperText)} />;
    case "reference":
      return <Reference input={input} label={common.label} validate={validate} />;
    case "references":
      return <References input={input} label={common.label} />;
    case "strings":
      return (
        <TextInput
          {...common}
          multiline
          minRows={3}
          format={joined}
          parse={split}
          helperText={input.helperText ?? "One a line"}
        />
      );
    default:
      return <TextInput {...common} />;
  }
}

/** What was typed is a time of this browser's zone; the server takes none without its zone. */
const withZone = (typed: string): string | null => (typed ? new Date(typed).toISOString() : null);
const inZone = (hint: string | false): string =>
  [hint || "", `In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`].filter(Boolean).join(". ");

const isWhole: Validator = (value: unknown) =>
  typeof value === "number" && !Number.isInteger(value) ? "Enter a whole number" : undefined;
const boundsOf = ({ least, most }: InputSpec): Validator[] => [
  ...(least === undefined ? [] : [minValue(least, `At least ${least}`)]),
  ...(most === undefined ? [] : [maxValue(most, `At most ${most.toLocaleString("en")}`)]),
];

const ON_OFF = [
  { id: "true", name: "On" },
  { id: "false", name: "Off" },
];
const joined = (lines: unknown): string => (Array.isArray(lines) ? lines.join("\n") : "");
const split = (text: string): string[] => text.split("\n");

/** What a form sends: lists of lines without the empty ones. */
export function withoutEmptyLines(values: Record<string, unknown>): Record<string, unknown> {
  const kept = (value: unknown) =>
    Array.isArray(value) && value.every((line) => typeof line === "string")
      ? value.map((line) => line.trim()).filter(Boolean)
      : value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, kept(value)]));
}

export function choicesOf({ choices = [] }: InputSpec): { id: string; name: string }[] {
  return choices.map((choice) => (typeof choice === "string" ? { id: choice, name: spaced(choice) } : choice));
}

function Reference({ input, label, validate }: { input: InputSpec; label: string; validate: Validator[] }) {
  const record = useRecordContext();
  const target = useDefinition(input.to);
  return (
    <ReferenceInput source={input.source} reference={target.name} filter={input.narrow?.(record) ?? {}} perPage={50}>
      <AutocompleteInput
        label={label}
        validate={validate}
        helperText={input.helperText ?? false}
        optionText={target.title}
        filterToQuery={(text: string) => (text ? { q: text } : {})}
      />
    </ReferenceInput>
  );
}

function References({ input, label }: { input: InputSpec; label: string }) {
  const target = useDefinition(input.to);
  return (
    <ReferenceArrayInput source={input.source} reference={target.name} perPage={50}>
      <AutocompleteArrayInput
        label={label}
        helperText={input.helperText ?? false}
        optionText={target.title}
        filterToQuery={(text: string) => (text ? { q: text } : {})}
      />
    </ReferenceArrayInput>
  );
}
