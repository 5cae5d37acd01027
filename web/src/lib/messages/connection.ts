/** Words of the banners under the header. */
export const connection = {
  offline: (time: string) => `You are offline — showing data from ${time}`,
  offlineEmpty: "You are offline",
  offlineNext: "What is not shown yet comes by itself once you are connected again.",
  busy: (seconds: number) =>
    seconds === 1
      ? "Too many requests. You can go on in 1 second."
      : `Too many requests. You can go on in ${seconds} seconds.`,
  crowded: (seconds: number) =>
    `Many people are using the service right now. Try again in ${seconds === 1 ? "1 second" : `${seconds} seconds`}; what you typed is kept.`,
  staleTitle: (time: string) => `This could not be refreshed. You see data from ${time}.`,
} as const;

export const relogin = {
  title: "Your session has ended",
  text: "Sign in again to go on. Nothing you typed is lost.",
  submit: "Sign in",
  pending: "Signing in...",
  other: "Sign in another way",
  otherHint: "Opens in a new tab; this page goes on by itself afterwards.",
  leave: "Leave this page",
} as const;

/** Words of the screen while the service is closed for work. */
export const closed = {
  title: "We are working on the service",
  text: "Nothing you typed is lost: this page goes on by itself as soon as the service answers.",
  again: (seconds: number) =>
    seconds === 1
      ? "Trying again in 1 second"
      : seconds < 120
        ? `Trying again in ${seconds} seconds`
        : `Trying again in ${Math.round(seconds / 60)} minutes`,
  trying: "Trying...",
  now: "Try now",
} as const;
