/** The operator API's own document, as far as tests hold what the console sends against it. */
import document from "../../../api/presence/openapi/operator.json";

type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
};
type Content = { content?: Record<string, { schema: Schema }> };
type Operation = { requestBody?: Content; responses?: Record<string, Content> };

const api = document as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const resolved = (schema: Schema): Schema =>
  schema.$ref ? resolved(api.components.schemas[schema.$ref.split("/").at(-1)!] ?? {}) : schema;

/** What an endpoint takes. */
export function bodySchema({ method, path }: { method: string; path: string }): Schema {
  const found = api.paths[`/api/admin/v1${path}`]?.[method]?.requestBody?.content?.["application/json"]?.schema;
  if (!found) throw new Error(`${method} ${path} takes no body`);
  return resolved(found);
}

const FORMATS: Record<string, RegExp> = {
  // A moment without a zone is nobody's moment: the API refuses it.
  "date-time": /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
};

/** What is wrong with a value by its schema, a line each. */
export function wrongWith(value: unknown, given: Schema, at = "body"): string[] {
  const schema = resolved(given);
  if (schema.anyOf) {
    const tried = schema.anyOf.map((each) => wrongWith(value, each, at));
    return tried.some((problems) => problems.length === 0) ? [] : tried.flat();
  }
  const wrong = (reason: string) => [`${at}: ${JSON.stringify(value)} ${reason}`];
  if (schema.enum && !schema.enum.includes(value)) return wrong(`is none of ${schema.enum.join(", ")}`);
  switch (schema.type) {
    case "null":
      return value === null ? [] : wrong("is not null");
    case "boolean":
      return typeof value === "boolean" ? [] : wrong("is no boolean");
    case "integer":
    case "number":
      if (typeof value !== "number" || (schema.type === "integer" && !Number.isInteger(value)))
        return wrong(`is no ${schema.type}`);
      return value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity)
        ? wrong("is out of range")
        : [];
    case "string":
      if (typeof value !== "string") return wrong("is no text");
      if (value.length < (schema.minLength ?? 0) || value.length > (schema.maxLength ?? Infinity))
        return wrong("has the wrong length");
      if (schema.pattern && !new RegExp(schema.pattern).test(value)) return wrong(`does not match ${schema.pattern}`);
      return FORMATS[schema.format ?? ""]?.test(value) === false ? wrong(`is no ${schema.format}`) : [];
    case "array":
      if (!Array.isArray(value)) return wrong("is no list");
      return value.flatMap((each, place) => wrongWith(each, schema.items ?? {}, `${at}.${place}`));
    case "object": {
      if (typeof value !== "object" || value === null) return wrong("is no object");
      const known = schema.properties ?? {};
      return [
        ...(schema.required ?? []).filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`),
        ...Object.entries(value).flatMap(([name, each]) =>
          name in known
            ? wrongWith(each, known[name]!, `${at}.${name}`)
            : schema.additionalProperties
              ? []
              : [`${at}.${name} is unknown`],
        ),
      ];
    }
    default:
      return [];
  }
}

/** A record of a resource with a value of its kind in every field the API promises. */
export function recordOf(resource: string, key: string): Record<string, unknown> & { id: string } {
  const found =
    api.paths[`/api/admin/v1/${resource}`]?.["get"]?.responses?.["200"]?.content?.["application/json"]?.schema;
  const row = resolved(resolved(found ?? {}).properties?.["data"]?.items ?? {});
  return { ...(sample(row, key) as Record<string, unknown>), id: resource === "plans" ? Number(key) : key } as never;
}

function sample(given: Schema, key: string): unknown {
  const schema = resolved(given);
  if (schema.anyOf) return sample(schema.anyOf.find(({ type }) => type !== "null") ?? {}, key);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, each]) => [name, sample(each, key)]),
      );
    case "array":
      return schema.items?.type === "string" ? ["a line"] : [];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return 3;
    case "string":
      return (
        { "date-time": "2026-11-01T08:00:30Z", date: "2026-11-01", uuid: key }[schema.format ?? ""] ??
        sampleText(schema)
      );
    default:
      return null;
  }
}

const sampleText = ({ pattern }: Schema) => (pattern ? "12.50" : "some words");
