import { Suspense, type ComponentType } from "react";

import { lazyComponent } from "@/lib/lazy-with-retry";
import { useSearchParams } from "@/lib/navigation";

const WhatIfDrawer = lazyComponent(async () => (await import("@/features/experiments/what-if-drawer")).WhatIfDrawer);

/** A screen over which `?whatif=` opens the experiments. */
export function withWhatIf(Screen: ComponentType) {
  return function ScreenWithWhatIf() {
    const [params] = useSearchParams();
    return (
      <>
        <Screen />
        <Suspense>{params.has("whatif") ? <WhatIfDrawer /> : null}</Suspense>
      </>
    );
  };
}
