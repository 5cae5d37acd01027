import type { ComponentType } from "react";
import type { RaRecord, SortPayload } from "react-admin";

/** How a value is shown; everything else about it (sorting, export, label) follows from the same line. */
export type Kind =
  | "text"
  | "status"
  | "date"
  | "money"
  | "number"
  | "percent"
  | "seconds"
  | "bytes"
  | "boolean"
  | "id"
  | "json"
  | "lines";

export type FieldSpec<T = RaRecord> = {
  source: Extract<keyof T, string>;
  label?: string;
  kind?: Kind;
  /** The record this value names; the id is read from `idSource`, the visible text from `source`. */
  link?: { to: string; idSource: Extract<keyof T, string> };
  /** Address outside the console that shows this value's own page. */
  href?: (record: T) => string | null;
  /** Currency of a money field: a source of the record, or a fixed code. */
  currency?: Extract<keyof T, string> | "USD";
  /** Of a list of entries, the parts worth a column. */
  parts?: string[];
  /** Only fields the server sorts by say so; "id" where the order of the ids is that of the field. */
  sortable?: boolean | "id";
  /** What stands where there is no value; a dash without it. */
  none?: string;
  /** Left out of the list until somebody chooses the column. */
  hidden?: boolean;
};

/** One input of a filter, form or action; the same parts draw all three. */
export type InputSpec = {
  source: string;
  label?: string;
  kind?:
    | "text"
    | "long"
    | "number"
    | "money"
    | "boolean"
    | "on-off"
    | "choice"
    | "day"
    | "moment"
    | "reference"
    | "references"
    | "strings";
  choices?: readonly (string | { id: string; name: string })[];
  /** Resource a reference picks from, and what narrows it. */
  to?: string;
  narrow?: (record: RaRecord | undefined) => Record<string, unknown>;
  required?: boolean | string;
  /** Bounds of a number, both taken. */
  least?: number;
  most?: number;
  helperText?: string;
  /** Empty means something of its own and is sent as null. */
  nullable?: boolean;
  /** Asked when a record is made, and never changed afterwards. */
  createOnly?: boolean;
  /** Value a new form begins with; a function is asked when the form opens. */
  initial?: unknown;
};

/** A named endpoint of one record. It always asks for a reason; the server decides whether it may happen. */
export type ActionSpec<T = RaRecord> = {
  /** Last segment of the endpoint and the word in the permission table. */
  name: string;
  label: string;
  /** What happens when it is confirmed, in one sentence. */
  explain: string | ((record: T) => string);
  params?: InputSpec[];
  /** Drawn above what is asked: what somebody should know of this record before they confirm. */
  about?: ComponentType;
  /** Whether it makes sense for this record and whoever looks at it, by their id; permission is asked separately. */
  when?: (record: T, me: unknown) => boolean;
  danger?: boolean;
  /** Also offered for several selected rows. */
  bulk?: boolean;
  /** What the answer's `url` is called: a click of its own opens it. */
  link?: string;
  /** Drawn with the answer instead of the sentence, when it holds what is shown only once. */
  after?: ComponentType<AfterProps>;
  /** Sentence after success. */
  done?: string | ((record: T) => string);
  /** What of the record goes back with the action, as it was shown. */
  carries?: (record: T) => Record<string, unknown>;
};

/** Where a record with groups keeps its timeline and notes. */
export const HISTORY = "History";

/** Rows of another resource on a record's page; those of one group share a tab there. */
export type RelatedSpec = { label: string; resource: string; target: string; group?: string };

export type TabSpec = { label: string; content: ComponentType };

export type FormSpec = {
  inputs: InputSpec[];
  create?: boolean;
  edit?: boolean;
  /** Drawn beside the form from its current values. */
  preview?: ComponentType;
  /** Drawn after creating, before going to the new record. */
  after?: ComponentType<AfterProps>;
};

export type AfterProps = { record: RaRecord; onClose: () => void };

/** One resource of the console: everything its list, record page and forms need. */
export type Definition<T = RaRecord> = {
  name: string;
  /** Plural and singular as people say them. */
  label: string;
  singular: string;
  icon: ComponentType<{ size?: number }>;
  title: (record: T) => string;
  /** When there will be something here, for those who meet an empty list. */
  empty: string;
  /** What is wrong with a record, said above everything else on its page. */
  problem?: (record: T) => string | null;
  /** Changes while somebody looks; pages read it again by themselves. */
  live?: boolean;
  columns: FieldSpec<T>[];
  filters?: InputSpec[];
  search?: string;
  sort?: SortPayload;
  /** Fields of the record page beyond the columns, in sections. */
  sections?: { title: string; fields: FieldSpec<T>[] }[];
  related?: RelatedSpec[];
  tabs?: TabSpec[];
  actions?: ActionSpec<T>[];
  /** Extra buttons of the record page, such as opening the customer's app. */
  extras?: ComponentType;
  form?: FormSpec;
  /** Rows have no page of their own. */
  listOnly?: boolean;
  /** Drawn from the rows of the list instead of a table. */
  drawing?: ComponentType;
};

/** A definition whose record type is no longer of interest, as shared parts handle it. */
export type AnyDefinition = Definition<RaRecord>;

export function define<T extends object>(definition: Definition<T>): AnyDefinition {
  return definition as unknown as AnyDefinition;
}

/** Ids grow with time, and every list can be sorted by them. */
export const NEWEST: SortPayload = { field: "id", order: "DESC" };

export const nameOf = (field: { source: string; label?: string }): string => field.label ?? spaced(field.source);

/** A sentence, or one that is made of the record. */
export const sentence = (text: string | ((record: RaRecord) => string), record: RaRecord): string =>
  typeof text === "string" ? text : text(record);

/** "createdAt" -> "Created at". */
export function spaced(source: string): string {
  const words = source
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[._-]/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
