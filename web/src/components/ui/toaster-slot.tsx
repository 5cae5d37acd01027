import { lazy, Suspense, useEffect } from "react";

import { useToasts } from "@/lib/toast";
import { whenIdle } from "@/lib/when-idle";

const load = async () => ({ default: (await import("./toaster")).Toaster });
const Toaster = lazy(load);

/**
 * The toaster from the first toast on; fetched while the browser is idle, so that a toast about a lost connection can
 * still be shown.
 */
export function ToasterSlot() {
  const any = useToasts().length > 0;
  useEffect(() => whenIdle(load), []);
  return <Suspense>{any ? <Toaster /> : null}</Suspense>;
}
