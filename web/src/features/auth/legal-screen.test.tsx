import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";

import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { LegalScreen } from "./legal-screen";

it("shows the installation's own words, whatever they look like", async () => {
  server.use(
    http.get("/api/user", () => HttpResponse.json({}, { status: 401 })),
    http.get("/api/v1/legal/privacy", () =>
      HttpResponse.json({
        document: "privacy",
        title: "Our notice",
        blocks: [
          { kind: "heading", text: "Cookies" },
          { kind: "paragraph", text: "<b>None</b> follow you." },
        ],
      }),
    ),
  );
  renderRoutes([{ path: "/legal/privacy", element: <LegalScreen /> }], "/legal/privacy");
  expect(await screen.findByRole("heading", { level: 1, name: "Our notice" })).toBeTruthy();
  expect(screen.getByRole("heading", { level: 2, name: "Cookies" })).toBeTruthy();
  expect(screen.getByText("<b>None</b> follow you.")).toBeTruthy();
});
