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
} as const;
