import * as z from "zod/mini";

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

export type LoginValues = z.infer<typeof loginSchema>;
export type RegisterValues = z.infer<typeof registerSchema>;
