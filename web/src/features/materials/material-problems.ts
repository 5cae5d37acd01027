import { ApiError, textOf } from "@/lib/http";
import { files } from "@/lib/messages/files";
import { materials } from "@/lib/messages/materials";
import { onboarding } from "@/lib/messages/onboarding";
import { validation } from "@/lib/messages/validation";
import { looksLikeWebsite } from "@/lib/website";

import { addressesOf, MOST, noAddresses } from "./addresses";
import type { MaterialDraft } from "./material-draft";

const FIELDS = ["url", "title", "file", "docTitle", "description"] as const;
type FieldName = (typeof FIELDS)[number];
/** `existing`: the material that is there already. */
export type MaterialProblems = Partial<Record<FieldName | "urls" | "form" | "existing", string>>;

/** What is wrong before anything is sent. */
export function problemsOf(values: MaterialDraft, file: File | null): MaterialProblems {
  if (values.type === "url" && values.several) return severalProblem(addressesOf(values.urls));
  if (values.type === "url") {
    if (!values.url.trim()) return { url: onboarding.websiteRequired };
    return looksLikeWebsite(values.url) ? {} : { url: validation.url };
  }
  return {
    ...(file ? {} : { file: files.onlyDocx }),
    ...(values.docTitle.trim() ? {} : { docTitle: materials.missingTitle }),
  };
}

function severalProblem(addresses: string[]): MaterialProblems {
  if (!addresses.length) return { urls: materials.addressesMissing };
  if (addresses.length > MOST) return { urls: materials.addressesMany(addresses.length, MOST) };
  const wrong = noAddresses(addresses);
  return wrong.length ? { urls: materials.addressesInvalid(wrong) } : {};
}

/** What the server found wrong, at its fields where it names them. */
export function problemsFrom(error: unknown): MaterialProblems {
  if (!(error instanceof ApiError)) return { form: textOf(error) };
  const found: MaterialProblems = {};
  for (const { pointer, detail } of error.body?.errors ?? []) {
    const field = FIELDS.find((name) => pointer === `/${name}`);
    if (field) found[field] ??= detail;
  }
  if (Object.keys(found).length) return found;
  const existing = error.body?.materialId;
  return { form: error.message, ...(typeof existing === "string" ? { existing } : {}) };
}
