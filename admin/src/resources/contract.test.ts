// @vitest-environment node
import { describe, expect, it } from "vitest";

import type { AnyDefinition, FieldSpec } from "@/components/definition";

import document from "../../../api/presence/openapi/operator.json";

import { DEFINITIONS } from ".";

type Schema = { $ref?: string; properties?: Record<string, unknown>; required?: string[] };
type Operation = {
  description?: string;
  responses?: Record<string, unknown>;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

const api = document as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const operation = (method: string, path: string): Operation | undefined => api.paths[`/api/admin/v1${path}`]?.[method];
const body = (found: Operation | undefined): Schema => {
  const schema = found?.requestBody?.content["application/json"]?.schema ?? {};
  return schema.$ref ? (api.components.schemas[schema.$ref.split("/").at(-1)!] ?? {}) : schema;
};
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const sortedBy = (list: Operation | undefined) =>
  (/Sorted by: ([^.]*)\./.exec(list?.description ?? "")?.[1] ?? "").split(", ").map(camel).concat("id");
const filtersOf = (list: Operation | undefined) =>
  (list?.parameters ?? []).flatMap(({ name }) => /^filter\[(.+)\]$/.exec(name)?.[1] ?? []);
const all = ({ columns, sections = [] }: AnyDefinition): FieldSpec[] => [
  ...columns,
  ...sections.flatMap(({ fields }) => fields),
];

/** Kinds of columns by whose order a person finds the first or the last of something. */
const ORDERED = new Set(["date", "number", "money", "percent", "seconds", "bytes", "status"]);
/** Orders that cost a look at everything ever done, and lists that are short as a whole. */
const LEFT_AS_THEY_ARE: Record<string, string[]> = {
  "audit-log": ["workspaceName"],
  jobs: ["ageSeconds"],
  runs: ["cost"],
  exports: ["done", "total"],
  engines: ["circuit", "errorRate1H", "p95LatencyMs", "costToday", "costMonth", "monthlyCap", "capUsed", "ceilingUsed"],
};

describe.each(DEFINITIONS.map((definition) => [definition.name, definition] as const))(
  "%s against the API's own document",
  (name, definition) => {
    const list = operation("get", `/${name}`);

    it("can be listed, and opened unless it has no page", () => {
      expect(list).toBeDefined();
      if (!definition.listOnly) expect(operation("get", `/${name}/{key}`)).toBeDefined();
    });

    it("opens a record by its first column", () => {
      if (!definition.listOnly) expect(definition.columns[0]?.link).toBeUndefined();
    });

    it("sorts only by what the list sorts by", () => {
      const sorts = [
        ...all(definition)
          .filter(({ sortable }) => sortable)
          .map(({ source, sortable }) => (sortable === "id" ? "id" : source)),
        definition.sort?.field ?? "id",
      ];
      expect(sortedBy(list)).toEqual(expect.arrayContaining(sorts));
    });

    it("sorts by every date, amount and state it shows, and by whose it is", () => {
      const unsorted = definition.columns.filter(
        ({ source, kind, sortable }) => !sortable && (source === "workspaceName" || ORDERED.has(kind ?? "text")),
      );
      expect(unsorted.map(({ source }) => source)).toEqual(LEFT_AS_THEY_ARE[name] ?? []);
    });

    it("filters and searches only as the list does", () => {
      expect(filtersOf(list)).toEqual(expect.arrayContaining((definition.filters ?? []).map(({ source }) => source)));
      expect(Boolean(definition.search)).toBe((list?.description ?? "").includes("q: yes"));
    });

    it("relates to lists that can be narrowed to it", () => {
      for (const { resource, target } of definition.related ?? [])
        expect({ resource, filters: filtersOf(operation("get", `/${resource}`)) }).toEqual({
          resource,
          filters: expect.arrayContaining([target]) as string[],
        });
    });

    it("gives each action's endpoint what it requires, and nothing it does not know", () => {
      for (const action of definition.actions ?? []) {
        const wanted = body(operation("post", `/${name}/{key}/${action.name}`));
        const given = [
          "reason",
          ...(action.params ?? []).map(({ source }) => source),
          ...Object.keys(action.carries?.({ id: "" }) ?? {}),
        ];
        expect({ action: action.name, knows: Object.keys(wanted.properties ?? {}) }).toEqual({
          action: action.name,
          knows: expect.arrayContaining(given) as string[],
        });
        expect({ action: action.name, given }).toEqual({
          action: action.name,
          given: expect.arrayContaining(wanted.required ?? []) as string[],
        });
      }
    });

    it("offers every action the API has", () => {
      const offered = (definition.actions ?? []).map(({ name: action }) => action).sort();
      const prefix = `/api/admin/v1/${name}/{key}/`;
      expect(offered).toEqual(
        Object.keys(api.paths)
          .filter((path) => path.startsWith(prefix) && api.paths[path]?.["post"])
          .map((path) => path.slice(prefix.length))
          .sort(),
      );
    });

    it("has forms exactly where the API takes them", () => {
      const inputs = definition.form?.inputs ?? [];
      for (const [offered, found] of [
        [definition.form?.create, operation("post", `/${name}`)],
        [definition.form?.edit, operation("patch", `/${name}/{key}`)],
      ] as const) {
        if (name === "impersonations") continue; // begun from a user or a workspace, with a second factor
        expect(Boolean(offered)).toBe(found !== undefined);
        if (!found) continue;
        const own = inputs
          .filter(({ createOnly }) => found === operation("post", `/${name}`) || !createOnly)
          .map(({ source }) => source);
        expect(Object.keys(body(found).properties ?? {})).toEqual(expect.arrayContaining(own));
        expect([...own, "reason"]).toEqual(expect.arrayContaining(body(found).required ?? []));
      }
    });
  },
);

it("every resource of the API that can be listed is in the console", () => {
  const listed = Object.entries(api.paths)
    .filter(([, methods]) => JSON.stringify(methods["get"]?.responses?.["200"] ?? "").includes("/AdminListOut_"))
    .map(([path]) => path.replace("/api/admin/v1/", ""));
  const shownElsewhere = ["notes"];
  expect(
    DEFINITIONS.map(({ name }) => name)
      .concat(shownElsewhere)
      .sort(),
  ).toEqual(listed.sort());
});
