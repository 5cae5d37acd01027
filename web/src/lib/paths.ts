/** Every address of the product, once. */
export const paths = {
  root: "/",
  auth: "/auth",
  login: "/auth?action=login",
  forgot: "/auth?action=forgot",
  invitation: "/auth?action=invite",
  google: "/auth/google",
  onboarding: "/onboarding",
  pricing: "/pricing",
  method: "/method",
  terms: "/legal/terms",
  privacy: "/legal/privacy",
  share: "/share/:token",
  dashboard: "/dashboard",
  recommendations: "/dashboard/recommendations",
  questions: "/dashboard/questions",
  experiments: "/dashboard/experiments",
  analytics: "/dashboard/analytics",
  traffic: "/dashboard/traffic",
  gaps: "/dashboard/ai-visibility-gaps",
  contentGaps: "/dashboard/ai-visibility-gaps/content",
  technicalGaps: "/dashboard/ai-visibility-gaps/technical",
  homepage: "/dashboard/homepage",
  materials: "/dashboard/brand-materials",
  addMaterial: "/dashboard/brand-materials/add",
  trends: "/dashboard/trends",
  brands: "/dashboard/my-brands",
  addBrand: "/dashboard/my-brands/add",
  settings: "/dashboard/settings",
  users: "/dashboard/settings/users",
  subscription: "/dashboard/settings/subscription",
} as const;

/** The pricing page, telling which limit brought the reader there. */
export const pricingFor = (reason: string) => `${paths.pricing}?reason=${encodeURIComponent(reason)}`;

/** Sign-in that returns to `target` afterwards. */
export const authThen = (target: string) => `${paths.auth}?next=${encodeURIComponent(target)}`;

/** A same-origin path out of a `next` parameter, or null: anything else would be an open redirect. */
export function safeNext(next: string | null): string | null {
  if (!next || !next.startsWith("/") || next.startsWith("//") || next.includes("\\")) return null;
  const url = new URL(next, window.location.origin);
  if (url.origin !== window.location.origin || url.pathname === paths.auth) return null;
  return url.pathname + url.search + url.hash;
}
