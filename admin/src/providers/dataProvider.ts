import { HttpError, type DataProvider, type GetListParams, type Identifier, type RaRecord } from "react-admin";

import { call, type Answer, type CallOptions, type Method } from "@/api/http";

import { etagOf, forget, remember } from "./etags";

/** The server's cap; an export asks for more and is read page by page. */
export const MAX_PER_PAGE = 1_000;

type Page = { data: RaRecord[]; total: number | null; pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean } };
type ListParams = Partial<GetListParams> & { signal?: AbortSignal };

/** What a deletion answers: done at once, or waiting for a second pair of eyes. */
export type ActionAnswer = { waiting: boolean; record: RaRecord };

export type ConsoleDataProvider = DataProvider & {
  /** Runs a named action on one record: `POST /{resource}/{id}/{action}`. */
  act: (
    resource: string,
    id: Identifier,
    action: string,
    params: Record<string, unknown>,
  ) => Promise<{ data: ActionAnswer }>;
  /** Reads a document that is no record, such as /attention. */
  read: <T>(path: string, signal?: AbortSignal) => Promise<{ data: T }>;
};

const path = (resource: string, id?: Identifier) =>
  id === undefined ? `/${resource}` : `/${resource}/${encodeURIComponent(String(id))}`;

/** A fresh key per attempt of a person; works without a secure context too, unlike crypto.randomUUID. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function listQuery({ pagination, sort, filter }: ListParams): Record<string, string | number> {
  const query: Record<string, string | number> = { page: pagination?.page ?? 1, perPage: pagination?.perPage ?? 25 };
  if (sort?.field) query["sort"] = `${sort.order === "DESC" ? "-" : ""}${sort.field}`;
  for (const [name, value] of Object.entries(flat(filter ?? {}))) {
    query[name === "q" ? "q" : `filter[${name}]`] = value;
  }
  return query;
}

/** Filters as plain text; empty ones are left out, `{a: {b: 1}}` becomes `a.b`. */
function flat(filter: Record<string, unknown>, prefix = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined || value === null || value === "") continue;
    if (typeof value === "object" && !Array.isArray(value))
      Object.assign(found, flat(value as Record<string, unknown>, `${prefix}${name}.`));
    else found[`${prefix}${name}`] = Array.isArray(value) ? value.join(",") : String(value);
  }
  return found;
}

async function page(resource: string, params: ListParams): Promise<Page> {
  waits = false;
  return (await call<Page>("GET", path(resource), { query: listQuery(params), signal: params.signal })).data;
}

/** One page; or, when more than a page is wanted (an export), all pages up to that many rows. */
async function list(resource: string, params: ListParams) {
  const wanted = params.pagination?.perPage ?? 25;
  if (wanted <= MAX_PER_PAGE) {
    const { data, total, pageInfo } = await page(resource, params);
    return total === null ? { data, pageInfo } : { data, total };
  }
  const rows: RaRecord[] = [];
  for (let number = 1; rows.length < wanted; number += 1) {
    const { data, pageInfo } = await page(resource, { ...params, pagination: { page: number, perPage: MAX_PER_PAGE } });
    rows.push(...data);
    if (!pageInfo.hasNextPage || data.length === 0) break;
  }
  return { data: rows.slice(0, wanted), total: Math.min(rows.length, wanted) };
}

async function one(resource: string, id: Identifier, signal?: AbortSignal): Promise<RaRecord> {
  const answer = await call<RaRecord>("GET", path(resource, id), { signal });
  return kept(resource, answer);
}

/** Status of an answer to what a second person has to approve first. */
export const WAITING = "waiting-for-approval";

function kept(resource: string, { data, etag }: Answer<RaRecord>): RaRecord {
  remember(resource, data.id, etag);
  return data;
}

/** What a change says that meets the end of the session; the page stays, so that nothing typed is lost. */
export const SESSION_OVER =
  "Your session has ended, so nothing was changed. Sign in again in another tab, then press once more: what you typed is kept.";

/** Whether a change waits on its page for the person to sign in again. */
let waits = false;

const staying = (error: HttpError, message: string) => new HttpError(message, 401, { ...error.body, stays: true });
const isOver = (error: unknown): error is HttpError => error instanceof HttpError && error.status === 401;

/** A call that changes something. Where react-admin signs out on a refusal, it takes the change for done. */
function changing<T>(method: Method, to: string, options: CallOptions): Promise<Answer<T>> {
  return call<T>(method, to, options).then(
    (answer) => ((waits = false), answer),
    (error: unknown) => {
      waits = isOver(error);
      throw isOver(error) ? staying(error, SESSION_OVER) : error;
    },
  );
}

/** What is read beside the page, every half minute: it takes nobody away from a change that waits. */
function beside<T>(from: string, signal?: AbortSignal): Promise<Answer<T>> {
  return call<T>("GET", from, { signal }).catch((error: unknown) => {
    throw waits && isOver(error) ? staying(error, error.message) : error;
  });
}

async function change(resource: string, id: Identifier, body: unknown): Promise<RaRecord> {
  // A form shows what getOne read, so its entity tag is here; anything else must look first.
  if (!etagOf(resource, id)) await one(resource, id);
  const match = etagOf(resource, id);
  return kept(
    resource,
    await changing<RaRecord>("PATCH", path(resource, id), { body, headers: match ? { "If-Match": match } : {} }),
  );
}

/**
 * Only what differs is sent, so that two people editing different fields do not undo each other; and the reason, which
 * may well be the one of the change before.
 */
function changes(data: Record<string, unknown>, before: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) => name === "reason" || (name !== "id" && JSON.stringify(value) !== JSON.stringify(before[name])),
    ),
  );
}

/**
 * The operator API in react-admin's words. `total` when the server knows it cheaply, else `pageInfo` (partial
 * pagination). A change carries If-Match; everything that creates or acts carries an Idempotency-Key.
 */
export const dataProvider = {
  supportAbortSignal: true,
  getList: (resource, params) => list(resource, params),
  getOne: async (resource, { id, signal }) => ({ data: await one(resource, id, signal) }),
  getMany: async (resource, { ids, signal }) => {
    const { data } = (
      await call<Page>("GET", path(resource), { query: { ids: ids.join(","), perPage: MAX_PER_PAGE }, signal })
    ).data;
    return { data };
  },
  getManyReference: (resource, { target, id, filter, ...params }) =>
    list(resource, { ...params, filter: { ...filter, [target]: id } }),
  create: async (resource, { data }) => {
    const answer = await changing<RaRecord>("POST", path(resource), {
      body: data,
      headers: { "Idempotency-Key": newKey() },
    });
    // What has to be approved first is not made yet: the request stands in its place.
    if (answer.data["status"] === WAITING) return { data: { ...answer.data, id: String(answer.data["approvalId"]) } };
    return { data: kept(resource, answer) };
  },
  update: async (resource, { id, data, previousData }) => ({
    data: await change(resource, id, changes(data, previousData)),
  }),
  updateMany: async (resource, { ids, data }) => {
    for (const id of ids) await change(resource, id, data);
    return { data: ids };
  },
  delete: async (resource, { id, previousData }) => {
    await changing("DELETE", path(resource, id), { headers: { "Idempotency-Key": newKey() } });
    forget(resource, id);
    return { data: previousData ?? { id } };
  },
  deleteMany: async (resource, { ids }) => {
    for (const id of ids) await changing("DELETE", path(resource, id), { headers: { "Idempotency-Key": newKey() } });
    return { data: ids };
  },
  act: async (resource: string, id: Identifier, action: string, params: Record<string, unknown>) => {
    const answer = await changing<RaRecord>("POST", `${path(resource, id)}/${action}`, {
      body: params,
      headers: { "Idempotency-Key": newKey() },
    });
    forget(resource, id);
    return { data: { waiting: answer.data?.["status"] === WAITING, record: answer.data } };
  },
  read: async <T>(from: string, signal?: AbortSignal) => ({ data: (await beside<T>(from, signal)).data }),
} as ConsoleDataProvider;
