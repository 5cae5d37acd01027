import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { DOCX_TYPE } from "@/lib/docx";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { AddMaterialScreen } from "./add-material-screen";
import { PrimaryPanel } from "./material-panel";

const plan = {
  id: 1,
  name: "Pro",
  status: "active",
  billingFrequency: "yearly",
  active: true,
  accessUntil: null,
} as const;
const overview = {
  id: "m1",
  brandId: "b1",
  kind: "document",
  isPrimary: true,
  title: "About us",
  url: null,
  description: "",
  status: "ready",
  failure: null,
  wordCount: 412,
  language: "",
  audienceFit: 74,
  createdAt: "2026-11-02T12:00:00Z",
  analysedAt: null,
  fileName: "brand.docx",
  fileSize: 20_480,
  excerpt: "We make tables.",
  fit: null,
};
const routes = [
  { path: "/add", element: <AddMaterialScreen /> },
  { path: "/primary", element: <PrimaryPanel brandId="b1" /> },
  { path: "*", element: <p>elsewhere</p> },
];

beforeEach(() => {
  sessionStorage.clear();
  for (const method of ["info", "error", "warn"] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(aBusiness({ primaryBrandId: "b1", plan }))),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
    http.get("/api/v1/brands/b1/materials/primary", () => HttpResponse.json(overview)),
  );
});

describe("several pages at once", () => {
  async function several(text: string, answer: (url: string) => Response | Promise<Response>) {
    const asked: string[] = [];
    server.use(
      http.post("/api/v1/brands/b1/materials", async ({ request }) => {
        const { url } = (await request.json()) as { url: string };
        asked.push(url);
        return answer(url);
      }),
    );
    const view = renderRoutes(routes, "/add");
    await view.user.click(await screen.findByRole("button", { name: "Add several pages at once" }));
    fireEvent.change(screen.getByRole("textbox", { name: "Page addresses" }), { target: { value: text } });
    await view.user.click(screen.getByRole("button", { name: "Add Material" }));
    return { ...view, asked };
  }
  const added = () => HttpResponse.json({ ...overview, isPrimary: false }, { status: 202 });

  it.each([
    ["lines", "https://a.example/one\nhttps://a.example/two\nhttps://a.example/one\n"],
    [
      "a sitemap",
      "<urlset><url><loc>https://a.example/one</loc></url><url><loc> https://a.example/two </loc></url></urlset>",
    ],
  ])("are taken from %s, each once", async (_, text) => {
    const { asked, where } = await several(text, added);
    await waitFor(() => expect(where()).toBe("/dashboard/brand-materials"));
    expect(asked).toEqual(["https://a.example/one", "https://a.example/two"]);
  });

  it("keep what was refused, with the reason, and let go of what was added", async () => {
    const { where } = await several("https://a.example/one https://b.example/two", (url) =>
      url.includes("b.example")
        ? HttpResponse.json({ message: "This page is not on the brand's website." }, { status: 422 })
        : added(),
    );
    expect(
      await screen.findByText(/https:\/\/b\.example\/two: This page is not on the brand's website\./),
    ).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Page addresses" }).value).toBe(
      "https://b.example/two",
    );
    expect(where()).toBe("/add");
  });

  it("are no longer added once the reader cancels, who then stays where they are", async () => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { asked, user, router, where } = await several(
      "https://a.example/one https://a.example/two https://a.example/three",
      (url) => (url.endsWith("two") ? held.then(added) : added()),
    );
    await screen.findByText("Adding page 2 of 3…");
    await waitFor(() => expect(asked).toHaveLength(2));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await act(() => router.navigate("/other"));
    release();
    expect(await screen.findByText("1 page was added. The analysis has started.")).toBeTruthy();
    expect([asked.length, where(), sessionStorage.getItem("presence.materialDraft")]).toEqual([2, "/other", null]);
  });

  it("stop at the plan's limit, say what was added and what was refused, and keep the rest", async () => {
    const names = ["one", "two", "three", "four"].map((name) => `https://a.example/${name}`);
    const { asked, where } = await several(names.join("\n"), (url) => {
      if (url.endsWith("two")) return HttpResponse.json({ message: "This page was already added." }, { status: 409 });
      return url.endsWith("three")
        ? HttpResponse.json({ message: "Your plan is full.", code: "plan-limit" }, { status: 402 })
        : added();
    });
    expect(await screen.findByText("1 page was added. The analysis has started.")).toBeTruthy();
    expect(
      screen.getByText(
        "Your plan takes no more pages now. The 3 addresses that are left wait in the form. https://a.example/two: This page was already added.",
      ),
    ).toBeTruthy();
    expect(where()).toBe("/pricing?reason=materials");
    expect(asked).toEqual(names.slice(0, 3));
    expect((JSON.parse(sessionStorage.getItem("presence.materialDraft")!) as { urls: string }).urls).toBe(
      names.slice(1).join("\n"),
    );
  });

  it("are not sent while one of them is no address", async () => {
    const { asked } = await several("https://a.example/one\nnot-an-address", added);
    expect(await screen.findByText("Invalid URL format: not-an-address")).toBeTruthy();
    expect(asked).toEqual([]);
  });
});

describe("what the brand was made from", () => {
  it("has its facts, and what was read of it", async () => {
    renderRoutes(routes, "/primary");
    expect(await screen.findByRole("heading", { name: /Brand Overview/ })).toBeTruthy();
    for (const [label, value] of [
      ["Type", "Document"],
      ["Words", "412"],
      ["File", "brand.docx"],
      ["Last analyzed", "Not yet"],
    ])
      expect(screen.getByText(label!).nextSibling?.textContent).toBe(value);
    expect(screen.getByText("We make tables.")).toBeTruthy();
  });

  it("stays on the page below while other words of it are tried", async () => {
    const { user, where } = renderRoutes(routes, "/primary?tab=x");
    await user.click(await screen.findByRole("link", { name: "Test new copy" }));
    expect(where()).toBe("/primary?tab=x&whatif=1&wording=m1");
  });

  it("shows nothing for a brand that was only described", async () => {
    server.use(
      http.get("/api/v1/brands/b1/materials/primary", () =>
        HttpResponse.json({ message: "We could not find that material." }, { status: 404 }),
      ),
    );
    const { container } = renderRoutes(routes, "/primary");
    await waitFor(() => expect(container.querySelector(".skeleton")).toBeNull());
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("is replaced by another edition of the document", async () => {
    let sent = "";
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    server.use(
      http.put("/api/v1/brands/b1/materials/m1/document", async ({ request }) => {
        sent = await request.text();
        await held;
        return HttpResponse.json({ ...overview, status: "queued", fileName: "second.docx" }, { status: 202 });
      }),
    );
    const { user } = renderRoutes(routes, "/primary");
    await user.click(await screen.findByRole("button", { name: "Actions for Brand Overview" }));
    await user.click(await screen.findByRole("menuitem", { name: "Replace document" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Replace Brand Overview" }));
    await user.click(dialog.getByRole("button", { name: "Replace" }));
    const problem = dialog.getByText("Please select a DOCX file only.");
    expect(dialog.getByRole("button", { name: "Choose file" }).getAttribute("aria-describedby")).toBe(problem.id);
    fireEvent.change(dialog.getByLabelText("Upload Document", { selector: "input" }), {
      target: { files: [new File(["PK\u0003\u0004"], "second.docx", { type: DOCX_TYPE })] },
    });
    await dialog.findByText("second.docx");
    await user.click(dialog.getByRole("button", { name: "Replace" }));
    await waitFor(() => expect(sent).toContain('filename="second.docx"'));
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Remove File" }).matches(":disabled")).toBe(true);
    release();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByText("Brand Overview was replaced. Its analysis has started.")).toBeTruthy();
  });
});
