/** Words of the pages anybody may open: the one way on in their header. */
export const frame = {
  signIn: "Sign in",
  toDashboard: "Back to dashboard",
} as const;
