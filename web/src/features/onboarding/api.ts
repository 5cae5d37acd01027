import { queryOptions, type QueryClient } from "@tanstack/react-query";

import { get, send } from "@/api/client";
import { sendForm } from "@/api/forms";
import type { DraftIn } from "@/api/generated";
import { keyOf } from "@/api/keys";
import { plainPost } from "@/api/plain";
import { siteQuery } from "@/api/sites";
import { type UploadOptions } from "@/lib/http";
import { withScheme } from "@/lib/website";

import type { WizardValues } from "./wizard-types";

export type Draft = DraftIn;

/** A draft that cannot be read is an empty one: the wizard must open regardless. */
export const draftQuery = queryOptions({
  queryKey: keyOf("/api/v1/onboarding/draft"),
  queryFn: async ({ signal }): Promise<Draft> => {
    try {
      return await get("/api/v1/onboarding/draft", { signal });
    } catch {
      signal.throwIfAborted();
      return {};
    }
  },
  gcTime: 0,
});

/** The draft is a convenience: failing to keep it never stops the wizard (the failure is logged by the helper). */
export async function saveDraft(draft: Draft): Promise<void> {
  await send("PUT", "/api/v1/onboarding/draft", { body: draft }).catch(() => undefined);
}

const PATIENCE_MS = 8_000;

/** Where the site answers, if that is known within a few seconds; else the address as it was typed. */
async function answeringAddress(client: QueryClient, typed: string): Promise<string> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  const check = await Promise.race([client.fetchQuery(siteQuery(typed.trim())).catch(() => null), late]);
  return check?.foundUrl ?? withScheme(typed);
}

/** The completion call, in the two forms of the specification. */
export async function completeWizard(
  client: QueryClient,
  values: WizardValues,
  options: UploadOptions,
): Promise<unknown> {
  const businessName = values.businessName.trim();
  const businessDescription = values.businessDescription.trim();
  const targetAudience = values.targetAudience.trim();
  if (values.source === "document" && values.file) {
    const form = new FormData();
    form.append("businessName", businessName);
    form.append("businessDescription", businessDescription);
    form.append("targetAudience", targetAudience);
    form.append("brandDocument", values.file);
    form.append("wizardCompleted", "true");
    return sendForm("POST", "/api/business-info", form, options);
  }
  const websiteUrl = values.source === "website" ? await answeringAddress(client, values.websiteUrl) : null;
  return plainPost("/api/business-info", {
    body: { businessName, businessDescription, websiteUrl, targetAudience, wizardCompleted: true },
    signal: options.signal,
  });
}
