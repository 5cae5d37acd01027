import type { Identifier } from "react-admin";

/** Entity tags of the records this page has read; a change is only accepted with the one of its last reading. */
const tags = new Map<string, string>();

const key = (resource: string, id: Identifier) => `${resource}/${id}`;

export function remember(resource: string, id: Identifier, etag: string | null): void {
  if (etag) tags.set(key(resource, id), etag);
  else tags.delete(key(resource, id));
}

export const etagOf = (resource: string, id: Identifier): string | undefined => tags.get(key(resource, id));

export const forget = (resource: string, id: Identifier): void => void tags.delete(key(resource, id));
