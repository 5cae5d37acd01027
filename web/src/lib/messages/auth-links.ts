/** Words of the sign-in screen's further steps: links of mails, the second factor, connecting Google. */
export const links = {
  back: "Back to login",

  forgotTitle: "Forgot your password?",
  forgotText: "Enter the email you sign in with. We send you a link to choose a new password.",
  forgotSend: "Send link",
  forgotSending: "Sending...",
  forgotDoneTitle: "Check your email",
  forgotDone: "If an account exists we have sent a link",
  forgotDoneText:
    "The link works once, for 30 minutes. Nothing there? Look into the spam folder, or send it again in a few minutes.",
  sendAgain: "Send again",

  resetTitle: "Choose a new password",
  resetText: "Everything that is signed in to your account will be signed out.",
  newPassword: "New password",
  resetSave: "Save new password",
  resetSaving: "Saving...",
  resetDoneTitle: "Your password is changed",
  resetDone: "Sign in with the new one. Other browsers and devices were signed out.",
  toLogin: "Go to login",
  noToken: "This link is not complete. Open it from the email again, or ask for a new one.",
  linkOver: "This link has expired or was already used.",
  resetOver: "Already changed your password? Log in. If not, ask for a new link.",
  verifyOver: "Log in. If your address is not confirmed yet, have a new link sent from your account settings.",
  checking: "Checking the link...",
  askNew: "Ask for a new link",

  verifyTitle: "Confirm your email address",
  verifying: "Confirming...",
  verifyDoneTitle: "Email address confirmed",
  verifyDone: (email: string) => `${email} is confirmed.`,
  verifySignIn: "Sign in to finish: the link only works for the account it was sent for.",
  verifyFailed: "The address could not be confirmed",
  verifyGoOn:
    "Go on to Presence: if your address is not confirmed yet, a new link can be sent from the top of every page.",
  goOn: "Continue",

  codeTitle: "Two-step sign-in",
  codeText: "Enter the six digits that your authenticator app shows.",
  passkeyText: "Confirm that it is you with your fingerprint, face or screen lock.",
  code: "Code",
  codeSend: "Sign in",
  codeSending: "Signing in...",
  useRecovery: "Use a recovery code instead",
  useApp: "Use the app instead",
  recoveryText: "Enter one of the recovery codes you saved when you switched two-step sign-in on. Each works once.",
  recovery: "Recovery code",
  codeNeeded: "Enter a code",
  startOver: "This took too long. Sign in once more from the beginning.",

  linkTitle: "Connect your Google account",
  linkText:
    "An account with this email address exists here, and the address was never confirmed. Enter its password once to connect Google to it.",
  linkSend: "Connect and sign in",
  linkForgot: "I do not know the password",
} as const;
