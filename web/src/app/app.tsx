import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";

import { createQueryClient } from "@/api/query-client";
import { lazyPart } from "@/components/ui/lazy-part";
import { ToasterSlot } from "@/components/ui/toaster-slot";
import { AuthProvider } from "@/lib/auth";
import { useConnection } from "@/lib/connection";
import { AppRouter } from "@/lib/navigation";

import { CrashBoundary } from "./crash-boundary";
import { createAppRouter } from "./router";
import { StartupGate } from "./startup-gate";

const ClosedScreen = lazyPart(async () => (await import("@/features/support/closed-screen")).ClosedScreen);
const stay = () => undefined;

/** Start-up rule first, then providers, then routing. */
export function App() {
  return (
    <CrashBoundary>
      <StartupGate>{() => <Application />}</StartupGate>
    </CrashBoundary>
  );
}

function Application() {
  const [client] = useState(createQueryClient);
  const [router] = useState(createAppRouter);
  return (
    <QueryClientProvider client={client}>
      <AuthProvider>
        <AppRouter router={router} />
        <ToasterSlot />
        <ClosedGate />
      </AuthProvider>
    </QueryClientProvider>
  );
}

/** Over whatever is shown while the service is closed for work. */
function ClosedGate() {
  return useConnection().closedUntil === null ? null : <ClosedScreen onClose={stay} />;
}
