import * as z from "zod/mini";

import { links } from "@/lib/messages/auth-links";
import { validation } from "@/lib/messages/validation";

const email = z.string().check(z.trim(), z.email(validation.email));
const password = z.string().check(z.minLength(8, validation.password));

export const loginSchema = z.object({ email, password });

export const registerSchema = z.object({
  firstName: z.string().check(z.trim(), z.minLength(2, validation.firstName)),
  lastName: z.string().check(z.trim(), z.minLength(2, validation.lastName)),
  email,
  password,
});

export const forgotSchema = z.object({ email });
export const resetSchema = z.object({ password });
export const givenPasswordSchema = z.object({ password: z.string().check(z.minLength(1, validation.password)) });
export const codeSchema = z.object({ code: z.string().check(z.trim(), z.minLength(1, links.codeNeeded)) });

export type LoginValues = z.infer<typeof loginSchema>;
export type RegisterValues = z.infer<typeof registerSchema>;
