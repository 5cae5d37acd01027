import { upload, type UploadOptions } from "@/lib/http";

import type { Answer, ParamsOf, PathOf } from "./contract";
import { addressOf } from "./keys";

/** Sends a form with a file; the contract knows where it goes and what comes back. */
export function sendForm<M extends "POST" | "PUT", P extends PathOf<M>>(
  method: M,
  path: P,
  form: FormData,
  given: Pick<ParamsOf<M, P>, keyof ParamsOf<M, P> & "path"> & UploadOptions,
): Promise<Answer<M, P>> {
  return upload(addressOf(path, given), form, { ...given, method }) as Promise<Answer<M, P>>;
}
