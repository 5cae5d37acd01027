/** The specification's validation sentences. */
export const validation = {
  password: "Password must be at least 8 characters",
  email: "Invalid email address",
  firstName: "First name must be at least 2 characters",
  lastName: "Last name must be at least 2 characters",
  businessName: "Business name must be at least 2 characters",
  url: "Invalid URL format",
  postalCode: (example: string) => `Invalid postal code, expected one like ${example}`,
  phone: "Invalid phone number",
} as const;

export const limits = {
  password: 128,
  email: 254,
  name: 100,
  businessName: 120,
  description: 5_000,
  url: 2_048,
  audience: 1_000,
  phone: 32,
  line: 200,
  postalCode: 16,
} as const;
