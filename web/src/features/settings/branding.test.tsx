import { fireEvent, screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";

import { useMembership } from "@/lib/use-membership";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { BrandingInput } from "./api/branding";
import { BrandingForm } from "./branding-form";
import { BrandingSection } from "./branding-section";
import { EnginesSection } from "./engines-section";

const read = { branding: { name: "Midori", colour: "", logo: null, active: true }, tag: '"t1"' };

function Role() {
  return <p>{useMembership()?.role}</p>;
}

function open(refusal: { message: string; errors: { pointer: string; detail: string }[] } | null = null) {
  const sent: BrandingInput[] = [];
  server.use(
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/v1/report-branding", () => HttpResponse.json(read.branding)),
    http.put("/api/v1/report-branding", async ({ request }) => {
      sent.push((await request.json()) as BrandingInput);
      return refusal ? HttpResponse.json(refusal, { status: 422 }) : HttpResponse.json(read.branding);
    }),
  );
  return {
    ...renderRoutes([{ path: "*", element: <BrandingForm read={read} mayChange onReload={vi.fn()} /> }], "/dashboard"),
    sent,
  };
}

describe("the look of reports", () => {
  it("is saved only when something changed", async () => {
    const { user, sent } = open();
    const name = await screen.findByLabelText("Name on the cover");
    expect(screen.queryByRole("button", { name: "Save look" })).toBeNull();
    await user.type(name, " Studio");
    await user.click(screen.getByRole("checkbox", { name: "Use my own colour" }));
    await user.click(screen.getByRole("button", { name: "Save look" }));
    await vi.waitFor(() => expect(sent).toEqual([{ name: "Midori Studio", colour: "#1f5f8b", logo: null }]));
  });

  it("refuses a large logo before it is sent, and keeps what was typed", async () => {
    const { user, sent } = open();
    await user.type(await screen.findByLabelText("Name on the cover"), "!");
    const file = new File([new Uint8Array(210_000)], "logo.png", { type: "image/png" });
    await user.upload(screen.getByLabelText("Choose a logo", { selector: "input" }), file);
    expect((await screen.findByRole("alert")).textContent).toContain("larger than 200 kB");
    expect(screen.getByLabelText<HTMLInputElement>("Name on the cover").value).toBe("Midori!");
    expect(sent).toEqual([]);
  });

  it("takes no file for a logo that only calls itself a picture", async () => {
    const { user } = open();
    await user.upload(
      await screen.findByLabelText("Choose a logo", { selector: "input" }),
      new File(["words"], "logo.png", { type: "image/png" }),
    );
    fireEvent.error(await screen.findByAltText("The logo of your reports"));
    expect((await screen.findByRole("alert")).textContent).toContain("Choose another.");
    expect(screen.queryByAltText("The logo of your reports")).toBeNull();
    expect(screen.queryByRole("button", { name: "Save look" })).toBeNull();
  });

  it("says beside the field what the server refused", async () => {
    const refusal = {
      message: "This colour is too light.",
      errors: [{ pointer: "/colour", detail: "This colour is too light." }],
    };
    const { user } = open(refusal);
    await user.click(await screen.findByRole("checkbox", { name: "Use my own colour" }));
    await user.click(screen.getByRole("button", { name: "Save look" }));
    expect((await screen.findByText("This colour is too light.")).closest("[role=alert]")).toBeTruthy();
  });
});

it("is no concern of a member who only pays, and neither are the assistants: nothing is asked for that would be refused", async () => {
  const asked: string[] = [];
  const [workspace] = aUser().workspaces;
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser({ workspaces: [{ ...workspace!, role: "billing" }] }))),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness())),
    http.get("/api/v1/*", ({ request }) => {
      asked.push(new URL(request.url).pathname);
      return HttpResponse.json({ message: "no" }, { status: 403 });
    }),
  );
  const element = (
    <>
      <BrandingSection />
      <EnginesSection />
      <Role />
    </>
  );
  renderRoutes([{ path: "/", element }], "/");
  expect(await screen.findByText("billing")).toBeTruthy();
  expect(screen.queryByRole("heading")).toBeNull();
  expect(asked).toEqual([]);
});
