/** Why signing in elsewhere did not work; fetched only by whoever comes back with a failure. */
export const authErrors = {
  errors: {
    google_not_configured: "Google sign-in is not set up on this server. Use your email and password instead.",
    google_denied: "Google sign-in was cancelled. Nothing was changed.",
    google_email_unverified:
      "Google has not verified this email address. Verify it with Google, or use your email and password.",
    google_expired: "Signing in with Google took too long, or was begun in another browser. Try again.",
    google_many_accounts:
      "Too many accounts were created from your network. Please try again in an hour, or tomorrow at the latest.",
    google_in_use:
      "That Google account, or this account's Google sign-in, is already in use. Use your email and password.",
    google_connect_first:
      "There is an account with this email address already. Sign in with your password (or choose a new one), then connect Google in Settings under Security.",
    account_disabled: "This account is disabled. Contact support to have it opened again.",
  } as Record<string, string>,
  errorFallback: "Signing in with Google did not work. Try again, or use your email and password.",
} as const;
