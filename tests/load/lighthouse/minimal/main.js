/** The yardstick of `make bench`: React, the router and the query library with one screen and one call, nothing else. */
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { createElement as h } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, Link, RouterProvider } from "react-router";

async function load() {
  const answer = await fetch("/data.json");
  return answer.json();
}

function Screen() {
  const { data } = useQuery({ queryKey: ["data"], queryFn: load });
  return h("main", null, h("h1", null, "Minimal"), h("p", null, data?.sentence ?? "Loading"), h(Link, { to: "/" }, "Here"));
}

const router = createBrowserRouter([{ path: "*", element: h(Screen) }]);
createRoot(document.getElementById("root")).render(h(QueryClientProvider, { client: new QueryClient() }, h(RouterProvider, { router })));
