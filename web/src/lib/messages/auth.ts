/** Words of the sign-in screen. Specification strings are quoted exactly, punctuation included. */
import { common } from "./common";

/** What the server says, and what the field shows for any failure. */
const EMAIL_TAKEN = "This email address is already registered";

export const auth = {
  heading: common.tagline,
  subheading: "Sign in or create an account to see how AI assistants speak about your brand.",
  google: "Sign in with Google",
  googlePending: "Signing in...",
  divider: "Or continue with",
  tabs: "Login or register",
  login: "Login",
  register: "Register",
  loginPending: "Logging in...",
  create: "Create Account",
  createPending: "Creating account...",
  email: "Email",
  password: "Password",
  firstName: "First Name",
  lastName: "Last Name",
  passwordHint: "At least 8 characters.",
  showPassword: "Show password",
  hidePassword: "Hide password",
  capsLock: "Caps Lock is on.",
  forgot: "Forgot password?",

  serverWrongCredentials: "The email or password you entered is incorrect",
  wrongCredentials: "Invalid email or password",
  loginFailed: "Incorrect email or password",
  serverEmailTaken: EMAIL_TAKEN,
  emailTaken: "This email is already registered",
  registerFailed: EMAIL_TAKEN,

  tooMany: (wait: string) => `Too many attempts. Try again ${wait}.`,
  inSeconds: (seconds: number) => (seconds === 1 ? "in 1 second" : `in ${seconds} seconds`),
  inMinutes: (minutes: number) => (minutes === 1 ? "in 1 minute" : `in ${minutes} minutes`),
  later: "in a few minutes",
  serverTrouble: "The server could not answer. This is not about what you typed; try again in a moment.",
  offline: common.noConnection,

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
