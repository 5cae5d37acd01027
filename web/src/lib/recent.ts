const RECENT_MS = 30 * 86_400_000;

/** Added within the last 30 days (brands and materials alike). */
export const isRecent = (iso: string, now: number = Date.now()) => now - new Date(iso).getTime() < RECENT_MS;
