import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { RouterProvider } from "react-router";

import { createQueryClient } from "@/api/query-client";
import { ToasterSlot } from "@/components/ui/toaster-slot";
import { AuthProvider } from "@/lib/auth";

import { CrashBoundary } from "./crash-boundary";
import { createAppRouter } from "./router";
import { StartupGate } from "./startup-gate";

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
        <RouterProvider router={router} />
        <ToasterSlot />
      </AuthProvider>
    </QueryClientProvider>
  );
}
