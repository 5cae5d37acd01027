import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { BulkActionsToolbar, RecordContextProvider, useListContext, useNavigate, type RaRecord } from "react-admin";

import { nameOf, type AnyDefinition, type FieldSpec } from "./definition";
import { recordHref } from "./links";
import { Value } from "./Value";

const RIGHT = new Set(["money", "number", "percent", "seconds", "bytes"]);

type TableProps = { definition: AnyDefinition; fields: FieldSpec[]; bulk?: ReactNode };

/**
 * The rows of the list around it. Plain elements: a page has hundreds of cells, and each should cost no more than its
 * text.
 */
export function Table({ definition, fields, bulk }: TableProps) {
  const { data = [], selectedIds } = useListContext();
  return (
    <>
      {bulk && selectedIds.length > 0 ? <BulkActionsToolbar>{bulk}</BulkActionsToolbar> : null}
      <table className="rows">
        <Head fields={fields} selects={Boolean(bulk)} />
        <tbody>
          {data.map((record: RaRecord) => (
            <RecordContextProvider value={record} key={record.id}>
              <Row record={record} definition={definition} fields={fields} selects={Boolean(bulk)} />
            </RecordContextProvider>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Head({ fields, selects }: { fields: FieldSpec[]; selects: boolean }) {
  return (
    <thead>
      <tr>
        {selects ? (
          <th className="rows-select">
            <SelectAll />
          </th>
        ) : null}
        {fields.map((field) => (
          <Heading key={field.source} field={field} />
        ))}
      </tr>
    </thead>
  );
}

function SelectAll() {
  const { data = [], selectedIds, onSelect } = useListContext();
  const ids = data.map(({ id }: RaRecord) => id);
  const chosen = ids.filter((id) => selectedIds.includes(id));
  const all = ids.length > 0 && chosen.length === ids.length;
  const change = () =>
    onSelect(all ? selectedIds.filter((id) => !ids.includes(id)) : [...new Set([...selectedIds, ...ids])]);
  return (
    <input
      type="checkbox"
      aria-label="Select all rows"
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = !all && chosen.length > 0;
      }}
      onChange={change}
    />
  );
}

function Heading({ field }: { field: FieldSpec }) {
  const { sort, setSort } = useListContext();
  const align = alignOf(field);
  if (!field.sortable)
    return (
      <th scope="col" className={align}>
        {nameOf(field)}
      </th>
    );
  const by = field.sortable === "id" ? "id" : field.source;
  const here = sort.field === by;
  const up = here && sort.order === "ASC";
  const Arrow = up ? ArrowUp : ArrowDown;
  const first = field.kind === "date" ? "DESC" : "ASC"; // of days, the newest are looked for
  const order = !here ? first : up ? "DESC" : "ASC";
  return (
    <th scope="col" className={align} aria-sort={here ? (up ? "ascending" : "descending") : "none"}>
      <button type="button" className="rows-sort" onClick={() => setSort({ field: by, order })}>
        {nameOf(field)}
        <Arrow size={13} aria-hidden />
      </button>
    </th>
  );
}

type RowProps = { record: RaRecord; definition: AnyDefinition; fields: FieldSpec[]; selects: boolean };

/** A click anywhere on the row opens the record; its first cell is the link for everybody who does not point. */
function Row({ record, definition, fields, selects }: RowProps) {
  const { selectedIds, onToggleItem } = useListContext();
  const navigate = useNavigate();
  const opens = !definition.listOnly;
  const chosen = selects && selectedIds.includes(record.id);
  const open = (event: React.MouseEvent) => {
    const own = event.target instanceof Element && event.target.closest("a, button, input, label");
    if (own || event.defaultPrevented || window.getSelection()?.toString()) return;
    void navigate(recordHref(definition.name, record.id).slice(1), { state: { _scrollToTop: true } });
  };
  return (
    <tr
      className={opens ? "rows-opens" : undefined}
      data-chosen={chosen || undefined}
      {...(opens ? { onClick: open } : {})}
    >
      {selects ? (
        <td className="rows-select">
          <input
            type="checkbox"
            aria-label={`Select ${definition.title(record) || record.id}`}
            checked={chosen}
            onChange={() => onToggleItem(record.id)}
          />
        </td>
      ) : null}
      {fields.map((field, place) => (
        <td key={field.source} className={alignOf(field)}>
          {place === 0 && opens ? (
            <RecordLink record={record} field={field} definition={definition} />
          ) : (
            <Value field={field} />
          )}
        </td>
      ))}
    </tr>
  );
}

function RecordLink({ record, field, definition }: { record: RaRecord; field: FieldSpec; definition: AnyDefinition }) {
  const empty = record[field.source] === null || record[field.source] === "";
  return (
    <a href={recordHref(definition.name, record.id)} className="value-first">
      {empty ? definition.title(record) || String(record.id) : <Value field={field} />}
    </a>
  );
}

const alignOf = ({ kind = "text" }: FieldSpec) => (RIGHT.has(kind) ? "rows-right" : undefined);
