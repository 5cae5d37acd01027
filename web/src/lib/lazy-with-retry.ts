import { lazy, type ComponentType } from "react";

/**
 * A script of the app that is wanted while there is no connection comes once the connection is back: what is on
 * the page stays until then. A script that is missing although there is one fails, and a reload is the cure.
 */
export function lazyWithRetry<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        if (navigator.onLine) throw error;
        await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
      }
    }
  };
}

/** A component that is fetched the same way when it is first shown; it stands below a `Suspense`. */
export function lazyComponent<P>(load: () => Promise<ComponentType<P>>) {
  return lazy(lazyWithRetry(async () => ({ default: await load() })));
}
