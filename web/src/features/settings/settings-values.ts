import * as z from "zod/mini";

import type { BusinessInfo } from "@/api/session";
import { expectedPostalCode } from "@/lib/postal";
import { validation } from "@/lib/messages/validation";

import type { SettingsBody } from "./api";

const text = z.string().check(z.trim());
const PHONE = /^\+?[0-9 ()./-]{3,}$/;

/** A person who never had this name (an account made by Google) may leave it empty; nobody may shorten theirs. */
const ownName = (stored: string, message: string) =>
  text.check(z.refine((value) => value.length >= 2 || value === stored, message));

/** The rules of the form over the values it started from. */
export const settingsSchema = (stored: SettingsValues) =>
  z
    .object({
      businessName: text.check(z.minLength(2, validation.businessName)),
      description: text,
      businessType: text,
      language: text,
      timeZone: text,
      firstName: ownName(stored.firstName, validation.firstName),
      lastName: ownName(stored.lastName, validation.lastName),
      phone: text.check(z.refine((value) => !value || PHONE.test(value), validation.phone)),
      email: text.check(z.refine((value) => !value || z.email().safeParse(value).success, validation.email)),
      address1: text,
      address2: text,
      location: text,
      city: text,
      postalCode: text,
    })
    .check((found) => {
      const example = expectedPostalCode(found.value.postalCode, found.value.location);
      if (example)
        found.issues.push({
          code: "custom",
          input: found.value.postalCode,
          path: ["postalCode"],
          message: validation.postalCode(example),
        });
    });

const FIELDS = [
  "businessName",
  "description",
  "businessType",
  "language",
  "timeZone",
  "firstName",
  "lastName",
  "phone",
  "email",
  "address1",
  "address2",
  "location",
  "city",
  "postalCode",
] as const;

export type SettingsField = (typeof FIELDS)[number];
export type SettingsValues = Record<SettingsField, string>;

export function valuesOf(info: BusinessInfo): SettingsValues {
  const source = { ...info, description: info.description ?? info.businessDescription };
  return Object.fromEntries(FIELDS.map((field) => [field, source[field] ?? ""])) as SettingsValues;
}

/** What the call sends: every field, an emptied one as an empty text; a name that was never there is left out. */
export function bodyOf(values: SettingsValues): SettingsBody {
  const { businessType, language, timeZone, firstName, lastName, ...rest } = values;
  return {
    ...rest,
    businessType: (businessType || null) as SettingsBody["businessType"] & (string | null),
    language: language || null,
    ...(timeZone ? { timeZone } : {}),
    ...(firstName ? { firstName } : {}),
    ...(lastName ? { lastName } : {}),
  };
}

export type Problem = { field: SettingsField; message: string };

/** Fields the server found at fault, by the JSON pointers of its answer. */
export function problemsOf(errors: { pointer: string; detail: string }[] | undefined): Problem[] {
  return (errors ?? []).flatMap(({ pointer, detail }) => {
    const field = FIELDS.find((name) => pointer.endsWith(`/${name}`));
    return field ? [{ field, message: detail }] : [];
  });
}
