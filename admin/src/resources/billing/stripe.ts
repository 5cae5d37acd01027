const DASHBOARD = "https://dashboard.stripe.com";

/** The page of an object in Stripe's own dashboard: refunds and disputes are made there, never here. */
export const at = (kind: "customers", id: string | null): string | null => (id ? `${DASHBOARD}/${kind}/${id}` : null);
