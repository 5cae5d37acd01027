import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, type RouteObject } from "react-router";

import { createQueryClient } from "@/api/query-client";
import { Toaster } from "@/components/ui/toaster";
import { AuthProvider } from "@/lib/auth";
import { AppRouter } from "@/lib/navigation";

/** Mounts routes as the application does, at one address; `router.state.location` tells where it ended up. */
export function renderRoutes(routes: RouteObject[], at: string) {
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const client = createQueryClient();
  const view = render(
    <QueryClientProvider client={client}>
      <AuthProvider>
        <AppRouter router={router} />
        <Toaster />
      </AuthProvider>
    </QueryClientProvider>,
  );
  const where = () => router.state.location.pathname + router.state.location.search;
  return { ...view, router, client, where, user: userEvent.setup() };
}
