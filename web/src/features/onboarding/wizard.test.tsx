import { fireEvent, screen, waitFor } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { DOCX_TYPE } from "@/lib/docx";
import { currentToasts } from "@/lib/toast";
import { useMembership } from "@/lib/use-membership";
import { aBusiness, aUser, noBusiness } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import type { Draft } from "./api";
import { OnboardingScreen } from "./onboarding-screen";

function Role() {
  return <p>{useMembership()?.role ?? "elsewhere"}</p>;
}

const routes = [
  { path: "/onboarding", element: <OnboardingScreen /> },
  { path: "*", element: <Role /> },
];
const drafts: Draft[] = [];
let business = noBusiness();

beforeEach(() => {
  drafts.length = 0;
  business = noBusiness();
  for (const method of ["info", "error", "warn"] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  server.use(
    http.get("/api/user", () => HttpResponse.json(aUser())),
    http.get("/api/business-info", () => HttpResponse.json(business)),
    http.get("/api/v1/onboarding/draft", () => HttpResponse.json({})),
    http.put(
      "/api/v1/onboarding/draft",
      async ({ request }) => (drafts.push((await request.json()) as Draft), HttpResponse.json({})),
    ),
    http.post("/api/v1/sites/check", () => HttpResponse.json({ id: "c1", url: "x" }, { status: 202 })),
    http.get("/api/v1/sites/check/c1", () =>
      HttpResponse.json({
        id: "c1",
        status: "done",
        reachable: true,
        finalUrl: "https://harrow.example/",
        title: "Harrow",
        favicon: null,
        robots: "allowed",
        reason: null,
      }),
    ),
  );
});

const stored = (patch: Draft) => server.use(http.get("/api/v1/onboarding/draft", () => HttpResponse.json(patch)));
const complete: Draft = {
  step: "target-audience",
  businessName: "Harrow & Pike",
  businessDescription: "Solid oak furniture to order",
  source: "website",
  websiteUrl: "harrow.example",
  targetAudience: "Small flats",
  aliases: ["H&P"],
  market: "GB",
  language: "en",
};
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

async function open(draft?: Draft) {
  if (draft) stored(draft);
  const view = renderRoutes(routes, "/onboarding");
  await screen.findByRole("dialog");
  return view;
}

function docx(name = "brand.docx", type = DOCX_TYPE, head = "PK\u0003\u0004", size = 0): File {
  const file = new File([head], name, { type });
  if (size) Object.defineProperty(file, "size", { value: size });
  return file;
}

async function choose(file: File) {
  fireEvent.click(screen.getByRole("radio", { name: /Upload brand document/ }));
  fireEvent.change(await screen.findByLabelText("Upload brand document", { selector: "input" }), {
    target: { files: [file] },
  });
}

describe("the way in", () => {
  it("sends a finished business to the dashboard", async () => {
    business = aBusiness();
    const { where } = renderRoutes(routes, "/onboarding");
    await waitFor(() => expect(where()).toBe("/dashboard"));
  });

  it("sends a signed-out visitor to /auth", async () => {
    server.use(http.get("/api/user", () => HttpResponse.json({}, { status: 401 })));
    const { where } = renderRoutes(routes, "/onboarding");
    await waitFor(() => expect(where()).toBe("/auth"));
  });

  it("opens blank when the draft cannot be read", async () => {
    server.use(http.get("/api/v1/onboarding/draft", () => HttpResponse.json({ message: "no" }, { status: 500 })));
    await open();
    expect(heading()).toBe("What's your brand name?");
  });

  it("cannot be closed with Escape", async () => {
    const { user } = await open();
    await user.keyboard("{Escape}");
    expect(screen.getByRole("dialog")).toBeTruthy();
  });
});

describe("the four steps", () => {
  it("refuses each step with its sentence and then walks through all four", async () => {
    const { user } = await open();
    expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
    press("Continue");
    expect(await screen.findByText("Please enter your brand name")).toBeTruthy();
    await user.type(screen.getByLabelText("Brand name"), "Harrow & Pike");
    press("Continue");
    expect(await screen.findByRole("heading", { name: "Tell us about your brand" })).toBeTruthy();
    await user.type(screen.getByLabelText("Brand description"), "too short");
    press("Continue");
    expect(
      await screen.findByText("Please provide a detailed brand description (at least 10 characters)"),
    ).toBeTruthy();
    await user.type(screen.getByLabelText("Brand description"), " no more");
    press("Continue");
    expect(await screen.findByRole("heading", { name: "Share your brand information" })).toBeTruthy();
    press("Continue");
    expect(await screen.findByText("Please enter your website URL")).toBeTruthy();
    await user.type(screen.getByLabelText("Website URL"), "not a site");
    press("Continue");
    expect(await screen.findByText("Please enter a valid URL")).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: /Upload brand document/ }));
    press("Continue");
    expect(await screen.findByText("Please upload a DOCX file or choose a different option")).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: /Skip for now/ }));
    press("Continue");
    expect(await screen.findByRole("heading", { name: "Who's your target audience?" })).toBeTruthy();
    press("Analyze my brand");
    expect(await screen.findByText("Please describe your target audience")).toBeTruthy();
    press("Back");
    expect(await screen.findByRole("heading", { name: "Share your brand information" })).toBeTruthy();
  });

  it("asks in the language of the description, whatever the browser speaks", async () => {
    const { user } = await open({ ...complete, step: "brand-description", businessDescription: "" });
    await user.type(screen.getByLabelText("Brand description"), "Wir bauen Möbel aus Eiche für Wohnungen");
    press("Continue");
    expect(await screen.findByRole("heading", { name: "Share your brand information" })).toBeTruthy();
    press("Continue");
    expect((await screen.findByLabelText<HTMLSelectElement>("Language")).value).toBe("de");
  });

  it.each([
    ["harrow.co.uk", "GB"],
    ["https://www.tischlerei.de/kontakt", "DE"],
    ["harrow.io", "US"],
    ["harrow.com", "US"],
    ["192.0.2.10", "US"],
  ])("asks customers where the address ends: %s", async (websiteUrl, market) => {
    const { user } = await open({ ...complete, step: "brand-info", websiteUrl: "", market: "US" });
    await user.type(screen.getByLabelText("Website URL"), websiteUrl);
    press("Continue");
    expect((await screen.findByLabelText<HTMLSelectElement>("Market")).value).toBe(market);
  });

  it("keeps a chosen market and language after a reload, whatever address and description say", async () => {
    const chosen = {
      market: "US",
      language: "fr",
      businessDescription: "Wir bauen Möbel aus Eiche für kleine Küchen.",
    };
    await open({ ...complete, step: "brand-description", websiteUrl: "harrow.co.uk", ...chosen });
    press("Continue");
    await screen.findByRole("heading", { name: "Share your brand information" });
    press("Continue");
    expect((await screen.findByLabelText<HTMLSelectElement>("Market")).value).toBe("US");
    expect(screen.getByLabelText<HTMLSelectElement>("Language").value).toBe("fr");
  });

  it("keeps a market that was chosen, whatever the address ends with", async () => {
    const { user } = await open({ ...complete, websiteUrl: "harrow.co.uk", market: "US" });
    await user.selectOptions(screen.getByLabelText("Market"), "IE");
    await user.tab();
    press("Back");
    await screen.findByRole("heading", { name: "Share your brand information" });
    press("Continue");
    expect((await screen.findByLabelText<HTMLSelectElement>("Market")).value).toBe("IE");
  });

  it("tells which of the four dots is current", async () => {
    await open({ ...complete, step: "brand-info" });
    const current = document.querySelector("[aria-current=step]");
    expect(current?.textContent).toBe("Step 3 of 4");
    expect(current?.parentElement?.children).toHaveLength(4);
  });

  it("keeps a draft per step, with aliases, market and language", async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText("Brand name"), "Harrow & Pike");
    await user.type(screen.getByLabelText("Other spellings (optional)"), "H&P{Enter}");
    press("Continue");
    await waitFor(() => expect(drafts).toHaveLength(1));
    expect(drafts[0]).toMatchObject({
      step: "brand-description",
      businessName: "Harrow & Pike",
      aliases: ["H&P"],
      market: "US",
      language: "en",
    });
  });

  it("clears the URL when a document is chosen, and both when skipping", async () => {
    const { user } = await open({ ...complete, step: "brand-info" });
    await choose(docx());
    expect(await screen.findByText("brand.docx")).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: /I have a website/ }));
    expect(screen.getByLabelText<HTMLInputElement>("Website URL").value).toBe("");
    await user.click(screen.getByRole("radio", { name: /Upload brand document/ }));
    expect(screen.queryByText("brand.docx")).toBeNull();
  });

  it("shows what the site check found, without blocking", async () => {
    await open({ ...complete, step: "brand-info" });
    expect(await screen.findByText("harrow.example answers.", undefined, { timeout: 3_000 })).toBeTruthy();
  });
});

describe("the document", () => {
  it.each([
    ["a PDF", docx("brand.pdf", "application/pdf"), "Please select a valid DOCX file."],
    ["a renamed PDF", docx("brand.docx", DOCX_TYPE, "%PDF"), "Please select a valid DOCX file."],
    [
      "11 MB",
      docx("brand.docx", DOCX_TYPE, "PK\u0003\u0004", 11 * 1024 * 1024),
      "File is too large. Maximum size is 10MB.",
    ],
  ])("refuses %s in a toast of 3 s and beside the field", async (_, file, text) => {
    await open({ ...complete, step: "brand-info" });
    await choose(file);
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({ description: text, duration: 3_000, variant: "destructive" }),
    );
    expect(screen.getAllByText(text).length).toBeGreaterThan(1);
  });

  it("shows name and size in MB with two decimals", async () => {
    await open({ ...complete, step: "brand-info" });
    await choose(docx("brand.docx", "", "PK\u0003\u0004", 1_310_720));
    expect(await screen.findByText("1.25 MB")).toBeTruthy();
  });

  it("is asked for again after a reload", async () => {
    await open({ ...complete, source: "document", websiteUrl: null });
    expect(heading()).toBe("Share your brand information");
    expect(screen.getByText(/Choose the document again/)).toBeTruthy();
  });
});

describe("completion", () => {
  async function finish(answer: () => Response | Promise<Response>, draft: Draft = complete) {
    const bodies: unknown[] = [];
    server.use(http.post("/api/business-info", async ({ request }) => (bodies.push(await request.json()), answer())));
    const view = await open(draft);
    press("Analyze my brand");
    press("Saving...");
    return { ...view, bodies };
  }

  it("sends exactly the specification's JSON once, thanks for 2 s and opens the dashboard", async () => {
    const { bodies, where } = await finish(
      async () => (await delay(30), (business = aBusiness()), HttpResponse.json(business)),
    );
    await waitFor(() => expect(where()).toBe("/dashboard"));
    expect(JSON.stringify(bodies)).toBe(
      JSON.stringify([
        {
          businessName: "Harrow & Pike",
          businessDescription: "Solid oak furniture to order",
          websiteUrl: "https://harrow.example",
          targetAudience: "Small flats",
          wizardCompleted: true,
        },
      ]),
    );
    expect(drafts.at(-1)).toMatchObject({ aliases: ["H&P"], market: "GB", language: "en" });
    expect(currentToasts()[0]).toMatchObject({
      description: "Your brand profile has been saved! Welcome to AI visibility optimization.",
      duration: 2_000,
    });
  });

  it("knows on the dashboard which role its reader has in the workspace that the first brand made", async () => {
    const made = aUser();
    let user = { ...made, workspaces: [] as typeof made.workspaces, currentWorkspaceId: null as string | null };
    server.use(http.get("/api/user", () => HttpResponse.json(user)));
    await finish(() => ((user = made), HttpResponse.json((business = aBusiness()))));
    await screen.findByText(made.workspaces[0]!.role);
  });

  it("sends a null URL when skipped", async () => {
    const { bodies } = await finish(() => HttpResponse.json((business = aBusiness())), {
      ...complete,
      source: "skip",
      websiteUrl: "",
    });
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({ websiteUrl: null });
  });

  it.each([
    [
      "the server's error text",
      () => HttpResponse.json({ error: "Website is private", message: "x" }, { status: 422 }),
      "Website is private",
    ],
    [
      "a fallback for a refusal without words",
      () => HttpResponse.json({}, { status: 500 }),
      "Failed to create brand profile",
    ],
    ["a fallback for no answer", () => HttpResponse.error(), "Failed to save brand information"],
  ])("on failure shows %s for 1.5 s and inline", async (_, answer, text) => {
    await finish(answer);
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({ description: text, duration: 1_500, variant: "destructive" }),
    );
    expect(screen.getAllByText(text).length).toBeGreaterThan(1);
    expect(screen.getByRole("button", { name: "Analyze my brand" })).toBeTruthy();
  });

  it("leads from a refused document to where another one is chosen", async () => {
    const refusal = {
      error: "The document contains no text.",
      message: "The document contains no text.",
      errors: [{ pointer: "/brandDocument", detail: "The document contains no text." }],
    };
    server.use(http.post("/api/business-info", () => HttpResponse.json(refusal, { status: 422 })));
    await open({ ...complete, step: "brand-info" });
    await choose(docx());
    await screen.findByText("brand.docx");
    press("Continue");
    await screen.findByRole("heading", { name: "Who's your target audience?" });
    press("Analyze my brand");
    fireEvent.click(await screen.findByRole("button", { name: "Choose another document" }));
    expect(await screen.findByRole("button", { name: "Remove File" })).toBeTruthy();
  });

  it("says of a site whose turn is not now that one can go on", async () => {
    const wait = "harrow.example was looked at a moment ago. Please try again in 49 seconds.";
    server.use(
      http.post("/api/v1/sites/check", () =>
        HttpResponse.json({ message: wait, code: "quota-used-up" }, { status: 429 }),
      ),
    );
    await open({ ...complete, step: "brand-info" });
    expect((await screen.findByText(/looked at a moment ago/, {}, { timeout: 4_000 })).textContent).toBe(
      `${wait} Or continue: we look at it during the analysis.`,
    );
  });

  it("sends the document as multipart with the text 'true'", async () => {
    let sent = "";
    server.use(
      http.post(
        "/api/business-info",
        async ({ request }) => ((sent = await request.text()), HttpResponse.json((business = aBusiness()))),
      ),
    );
    const { where } = await open({ ...complete, step: "brand-info" });
    await choose(docx());
    await screen.findByText("brand.docx");
    press("Continue");
    await screen.findByRole("heading", { name: "Who's your target audience?" });
    press("Analyze my brand");
    await waitFor(() => expect(where()).toBe("/dashboard"));
    expect([...sent.matchAll(/ name="(\w+)"/g)].map((match) => match[1])).toEqual([
      "businessName",
      "businessDescription",
      "targetAudience",
      "brandDocument",
      "wizardCompleted",
    ]);
    expect(sent).toMatch(/name="wizardCompleted"\r\n\r\ntrue\r\n/);
    expect(sent).toContain('filename="brand.docx"');
  });
});
