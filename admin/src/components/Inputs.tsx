import {
  ArrayInput, AutocompleteInput, BooleanInput, DateInput, DateTimeInput, minValue, NumberInput, ReferenceInput, required, SelectInput, SimpleFormIterator, TextInput, useRecordContext, type Validator,
} from "react-admin";

import { nameOf, spaced, type InputSpec } from "./definition";
import { useDefinition } from "./registry";

/**
 * One input of a form, action or filter. Filters ask nothing to be filled in.
 * A sentence in `required` is what an empty input is told.
 */
export function Input({ input, filter = false }: { input: InputSpec; filter?: boolean }) {
  const wanted = !filter && input.required;
  const validate: Validator[] = wanted ? [required(typeof wanted === "string" ? wanted : undefined)] : [];
  const common = {
    source: input.source,
    label: nameOf(input),
    validate,
    helperText: filter ? false : (input.helperText ?? false),
    ...(input.initial === undefined || filter ? {} : { defaultValue: typeof input.initial === "function" ? (input.initial as () => unknown)() : input.initial }),
  } as const;
  switch (input.kind) {
    case "long":
      return <TextInput {...common} multiline minRows={3} />;
    case "number":
      return <NumberInput {...common} validate={[...validate]} />;
    case "money":
      return <NumberInput {...common} step={0.01} validate={[...validate, minValue(0)]} />;
    case "boolean":
      return <BooleanInput {...common} />;
    case "choice":
      return <SelectInput {...common} choices={choicesOf(input)} {...(filter ? {} : { emptyText: "" })} />;
    case "day":
      return <DateInput {...common} />;
    case "moment":
      return <DateTimeInput {...common} />;
    case "reference":
      return <Reference input={input} label={common.label} validate={validate} />;
    case "strings":
      return (
        <ArrayInput source={input.source} label={common.label}>
          <SimpleFormIterator inline disableReordering>
            <TextInput source="" label={false} helperText={false} aria-label={common.label} />
          </SimpleFormIterator>
        </ArrayInput>
      );
    default:
      return <TextInput {...common} />;
  }
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
