import { createContext, useContext } from "react";
import { RouterProvider, type createBrowserRouter } from "react-router";

export type Router = ReturnType<typeof createBrowserRouter>;

const RouterContext = createContext<Router | null>(null);

/** Mounts a router, and lets the hooks and links of this folder ask it where the reader is at this moment. */
export function AppRouter({ router }: { router: Router }) {
  return (
    <RouterContext value={router}>
      <RouterProvider router={router} />
    </RouterContext>
  );
}

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error("Links and navigation work below an AppRouter only.");
  return router;
}
