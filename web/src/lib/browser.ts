/** Leaves the single-page application: a full page load, so that nothing of the old session stays in memory. */
export function hardNavigate(url: string): void {
  window.location.assign(url);
}
