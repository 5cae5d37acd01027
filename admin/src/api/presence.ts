const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
/** Longer than a look at the screen; far shorter than the server lets a session stand unused. */
const AWAY_AFTER_MS = 60_000;

let last = Date.now();

/** Notes that somebody is there, at every touch of the page. */
export function watchForPeople(): void {
  for (const sign of SIGNS) window.addEventListener(sign, noteSomebody, { capture: true, passive: true });
}

export function noteSomebody(): void {
  last = Date.now();
}

/** Whether the page asks by itself, such as for what is new, while nobody has touched it for a minute. */
export const isUnattended = () => Date.now() - last > AWAY_AFTER_MS;
