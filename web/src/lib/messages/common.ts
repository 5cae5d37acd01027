/** Words used on more than one screen. Specification strings are quoted exactly, punctuation included. */
export const common = {
  product: "Presence",
  tagline: "Optimize Your Brand's AI Presence",
  close: "Close",
  retry: "Retry",
  loading: "Loading",
  requestId: "Request id",
  somethingWentWrong: "Something went wrong",
  unexpectedError: "An unexpected error occurred",
  noConnection: "No connection to the server. Check your network and try again.",
  notFound: "This is no longer here.",
  authOutsideProvider: "useAuth must be used within an AuthProvider",
  notification: "Notification",
  notifications: "Notifications ({hotkey})",
  skipToContent: "Skip to content",
  undo: "Undo",
  readOnly: "Your role may look but not change anything here.",
} as const;
