import { useRef, useState, type FormEvent } from "react";

type Values = Record<string, string>;
type Problem = { message: string };
export type Errors<V> = Partial<Record<keyof V, Problem>>;

/** What zod's schemas and others like it offer; see https://standardschema.dev. */
type Schema = {
  "~standard": {
    validate: (value: unknown) => SchemaResult | Promise<SchemaResult>;
  };
};
type SchemaResult =
  | { value: unknown; issues?: undefined }
  | { issues: readonly { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }[] };

export type SmallFormOptions<V extends Values> = {
  /** Fetched when the first key is pressed or the form is sent: the rules are not needed to see the form. */
  schema: () => Promise<Schema>;
  defaultValues: V;
};

/**
 * The part of a form library that the sign-in screen needs, under the same names, at a twelfth of its size:
 * that screen's first load is budgeted. Fields are validated when the form is sent and, once one has an error,
 * while it is being corrected.
 */
export function useForm<V extends Values>({ schema, defaultValues }: SmallFormOptions<V>) {
  const names = Object.keys(defaultValues) as (keyof V & string)[];
  const inputs = useRef<Partial<Record<keyof V, HTMLInputElement | null>>>({});
  const [errors, setErrors] = useState<Errors<V>>({});

  const setError = (
    name: keyof V,
    { message }: { message: string },
    { shouldFocus = false }: { shouldFocus?: boolean } = {},
  ) => {
    setErrors((old) => ({ ...old, [name]: { message } }));
    if (shouldFocus) inputs.current[name]?.focus();
  };

  /** Read from the page itself, because password managers fill fields without telling. */
  const values = () =>
    Object.fromEntries(names.map((name) => [name, inputs.current[name]?.value ?? defaultValues[name]])) as V;

  /** Without the rules (no connection) the server decides alone. */
  const check = async () => {
    const entered = values();
    const rules = await schema().catch(() => null);
    return rules
      ? problemsOf<V>(await rules["~standard"].validate(entered))
      : { found: {} as Errors<V>, value: entered };
  };

  const register = (name: keyof V & string) => ({
    name,
    defaultValue: defaultValues[name],
    ref: (element: HTMLInputElement | null) => {
      inputs.current[name] = element;
    },
    onFocus: () => void schema().catch(() => undefined),
    onChange: () => {
      if (errors[name]) void check().then(({ found }) => setErrors((old) => ({ ...old, [name]: found[name] })));
    },
  });

  const handleSubmit = (onValid: (values: V) => void) => async (event: FormEvent) => {
    event.preventDefault();
    const { found, value } = await check();
    setErrors(found);
    const first = names.find((name) => found[name]);
    if (first) inputs.current[first]?.focus();
    else onValid(value as V);
  };

  return { register, handleSubmit, setError, formState: { errors } };
}

/** The first problem of each field, and the cleaned values when there is none. */
function problemsOf<V extends Values>(result: SchemaResult): { found: Errors<V>; value: unknown } {
  const found: Errors<V> = {};
  if (!result.issues) return { found, value: result.value };
  for (const { path, message } of result.issues) {
    const step = path?.[0];
    const name = (typeof step === "object" ? step.key : step) as keyof V | undefined;
    if (name !== undefined && !found[name]) found[name] = { message };
  }
  return { found, value: null };
}
