/** Words of the frame: start-up, loading, not found, crash, and the shell around every section. */
export const app = {
  processingSubscription: "Processing Your Subscription",
  notFoundHeading: "404 - Page Not Found",
  notFoundText: "This address does not lead anywhere. It may have been moved, or typed differently.",
  notFoundSearch: "Or press ⌘K (Ctrl K) and go anywhere by name",
  returnHome: "Return Home",
  slowTitle: "This is taking longer than it should",
  slowText: "The server has not answered yet. Your data is safe; try again in a moment.",
  crashTitle: "This screen could not be shown",
  crashText: "Something unexpected happened in the page itself. Nothing you saved is lost.",
  reload: "Reload",
  logoutFailed: "You are still signed in",
} as const;
