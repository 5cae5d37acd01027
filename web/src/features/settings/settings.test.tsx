import { screen, waitFor } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { Outlet } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { BusinessInfo, CurrentUser } from "@/api/session";
import { useAuth } from "@/lib/auth";
import { aBusiness, aUser } from "@/test/data";
import { renderRoutes } from "@/test/render";
import { server } from "@/test/server";

import { GeneralSettingsScreen } from "./general-screen";

/** What the rest of the application shows of the same facts. */
function Header() {
  const { user, businessInfo } = useAuth();
  return (
    <>
      <p data-testid="header">{`${businessInfo?.businessName} · ${user?.firstName}`}</p>
      <Outlet />
    </>
  );
}

const routes = [
  {
    element: <Header />,
    children: [
      { path: "/dashboard/settings", element: <GeneralSettingsScreen /> },
      { path: "/dashboard/settings/users", element: <p>Add a team</p> },
    ],
  },
  { path: "*", element: <p>elsewhere</p> },
];

const stored = aBusiness({
  description: "Hand-made oak furniture for small homes.",
  firstName: "Ada",
  lastName: "Marsh",
  city: "Leeds",
  language: "en",
});
type Sent = { body: Record<string, unknown>; ifMatch: string | null };
let sent: Sent[] = [];

async function open(business: BusinessInfo = stored, user: CurrentUser = aUser()) {
  server.use(
    http.get("/api/user", () => HttpResponse.json(user)),
    http.get("/api/business-info", () => HttpResponse.json(business, { headers: { etag: '"one"' } })),
    http.get("/api/v1/brands", () => HttpResponse.json({ data: [] })),
  );
  const view = renderRoutes(routes, "/dashboard/settings");
  await screen.findByRole("textbox", { name: "Name" });
  return view;
}

/** Answers each save in turn; the last answer repeats. */
function answerSaves(...answers: (() => Response | Promise<Response>)[]) {
  server.use(
    http.post("/api/business-info/update", async ({ request }) => {
      sent.push({ body: (await request.json()) as Record<string, unknown>, ifMatch: request.headers.get("if-match") });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      return answer ? await answer() : HttpResponse.error();
    }),
  );
}

const saved =
  (patch: Partial<BusinessInfo>, etag = '"two"') =>
  () =>
    HttpResponse.json({ ...stored, ...patch }, { headers: { etag } });
const refused = (status: number, body: object) => () => HttpResponse.json(body, { status });
const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const button = (name: string) => screen.getByRole("button", { name });

beforeEach(() => {
  sent = [];
  for (const method of ["info", "error", "warn"] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
});

describe("Settings / General", () => {
  it("has every field of the form with what is stored", async () => {
    await open();
    const values = [
      "Name",
      "Describe your business",
      "First Name",
      "Last Name",
      "Phone number",
      "Business email",
      "Address line 1",
      "Address line 2",
      "Location",
      "City",
      "Postal code",
    ].map((name) => field(name).value);
    expect(values).toEqual([
      "Harrow & Pike",
      "Hand-made oak furniture for small homes.",
      "Ada",
      "Marsh",
      "",
      "",
      "",
      "",
      "",
      "Leeds",
      "",
    ]);
    expect(screen.getByLabelText<HTMLSelectElement>("Language").value).toBe("en");
    expect([...screen.getByLabelText<HTMLSelectElement>("Business type").options].map((option) => option.text)).toEqual(
      ["Not specified", "Technology", "Healthcare", "Real Estate", "Remodeling", "Other"],
    );
  });

  it("carries the anchor of the account section", async () => {
    const { container } = await open();
    expect(container.querySelector("#account h2")?.textContent).toBe("Account");
  });

  it("shows Save Changes and Discard only once something is edited", async () => {
    const { user } = await open();
    expect(screen.queryByRole("button", { name: "Save Changes" })).toBeNull();
    await user.type(field("City"), "x");
    expect(button("Save Changes")).toBeTruthy();
    expect(button("Discard")).toBeTruthy();
    await user.type(field("City"), "{Backspace}");
    expect(screen.queryByRole("button", { name: "Save Changes" })).toBeNull();
  });

  it("returns to the loaded values on Discard", async () => {
    const { user } = await open();
    await user.type(field("City"), " West");
    await user.click(button("Discard"));
    expect(field("City").value).toBe("Leeds");
    expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
  });

  it("sends every field with the entity tag it was read with", async () => {
    answerSaves(saved({ city: "York" }));
    const { user } = await open();
    await user.clear(field("City"));
    await user.type(field("City"), "York");
    await user.selectOptions(screen.getByLabelText("Business type"), "Other");
    await user.click(button("Save Changes"));
    await screen.findByText("Changes saved");
    expect(sent).toEqual([
      {
        ifMatch: '"one"',
        body: {
          businessName: "Harrow & Pike",
          description: "Hand-made oak furniture for small homes.",
          businessType: "Other",
          language: "en",
          firstName: "Ada",
          lastName: "Marsh",
          phone: "",
          email: "",
          address1: "",
          address2: "",
          location: "",
          city: "York",
          postalCode: "",
        },
      },
    ]);
  });

  it("says Saving... while saving, then that changes are saved", async () => {
    let answer = () => undefined as unknown;
    const asked = new Promise((resolve) => (answer = () => resolve(undefined)));
    answerSaves(async () => {
      await asked;
      return saved({ city: "Leeds x" })();
    });
    const { user } = await open();
    await user.type(field("City"), " x");
    await user.click(button("Save Changes"));
    expect(await screen.findByRole("button", { name: "Saving..." })).toBeTruthy();
    answer();
    expect(await screen.findByText("Your business settings have been updated successfully.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Save Changes" })).toBeNull();
  });

  it("shows the new names in the rest of the application", async () => {
    answerSaves(saved({ businessName: "Pike Oak", firstName: "Adela" }));
    const { user } = await open();
    await user.type(field("Name"), "!");
    await user.click(button("Save Changes"));
    await waitFor(() => expect(screen.getByTestId("header").textContent).toBe("Pike Oak · Adela"));
  });

  it("uses the new entity tag for the next save", async () => {
    answerSaves(saved({ city: "Leeds1" }), saved({ city: "Leeds12" }, '"three"'));
    const { user } = await open();
    await user.type(field("City"), "1");
    await user.click(button("Save Changes"));
    await screen.findByText("Changes saved");
    await user.type(field("City"), "2");
    await user.click(button("Save Changes"));
    await waitFor(() => expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"one"', '"two"']));
  });

  it("keeps what was typed while the save was under way", async () => {
    answerSaves(async () => {
      await delay(80);
      return saved({ city: "York" })();
    });
    const { user } = await open();
    await user.clear(field("City"));
    await user.type(field("City"), "York");
    await user.click(button("Save Changes"));
    await user.type(field("Location"), "UK");
    await screen.findByText("Changes saved");
    expect(field("Location").value).toBe("UK");
    expect(button("Save Changes")).toBeTruthy();
  });

  it("says that saving failed and why, and keeps the edit", async () => {
    answerSaves(refused(503, { message: "The service is temporarily unavailable." }));
    const { user } = await open();
    await user.type(field("City"), " x");
    await user.click(button("Save Changes"));
    expect(await screen.findByText("Failed to save changes. Please try again.")).toBeTruthy();
    expect(screen.getByText("Error")).toBeTruthy();
    expect(screen.getByText("The service is temporarily unavailable.")).toBeTruthy();
    expect(field("City").value).toBe("Leeds x");
  });

  it("puts the server's word beside the field at fault", async () => {
    answerSaves(
      refused(422, {
        message: "Invalid phone number",
        errors: [{ pointer: "/phone", detail: "This number does not exist" }],
      }),
    );
    const { user } = await open();
    await user.type(field("Phone number"), "+44 123");
    await user.click(button("Save Changes"));
    expect(await screen.findByText("This number does not exist")).toBeTruthy();
  });

  it.each([
    ["Name", "H", "Business name must be at least 2 characters"],
    ["First Name", "A", "First name must be at least 2 characters"],
    ["Last Name", "", "Last name must be at least 2 characters"],
    ["Business email", "nobody", "Invalid email address"],
    ["Phone number", "call me", "Invalid phone number"],
  ])("refuses %s %j before anything is sent", async (name, value, message) => {
    const { user } = await open();
    await user.clear(field(name));
    if (value) await user.type(field(name), value);
    else await user.type(field("City"), "x");
    await user.click(button("Save Changes"));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it.each([
    [
      "a postal code of another country",
      "10001",
      "Leeds, United Kingdom",
      "Invalid postal code, expected one like LS1 4DY",
    ],
    ["letters where the country has digits", "AB1 2CD", "Germany", "Invalid postal code, expected one like 10115"],
  ])("refuses %s before anything is sent", async (_, code, place, message) => {
    const { user } = await open({ ...stored, location: place });
    await user.type(field("Postal code"), code);
    await user.click(button("Save Changes"));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("takes any postal code of a country without a rule", async () => {
    answerSaves(saved({ postalCode: "PO 12" }));
    const { user } = await open({ ...stored, location: "Atlantis" });
    await user.type(field("Postal code"), "PO 12");
    await user.click(button("Save Changes"));
    expect(await screen.findByText("Changes saved")).toBeTruthy();
  });

  it("lets somebody who never had a last name save the rest", async () => {
    answerSaves(saved({ lastName: "", city: "Leeds x" }));
    const { user } = await open({ ...stored, lastName: "" });
    await user.type(field("City"), " x");
    await user.click(button("Save Changes"));
    await screen.findByText("Changes saved");
    expect(sent[0]?.body).not.toHaveProperty("lastName");
  });

  it("closes what belongs to the business to an editor", async () => {
    const workspace = { id: "w", name: "Harrow & Pike", role: "editor" as const, paused: false, example: false };
    await open(stored, aUser({ workspaces: [workspace], currentWorkspaceId: "w" }));
    expect(field("Name").matches(":disabled")).toBe(true);
    expect(field("City").matches(":disabled")).toBe(true);
    expect(field("First Name").matches(":disabled")).toBe(false);
  });

  it("applies and remembers the theme at once", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("radio", { name: "Dark" }));
    expect(document.documentElement.dataset["theme"]).toBe("dark");
    await user.click(screen.getByRole("radio", { name: "System" }));
    expect(document.documentElement.dataset["theme"]).toBe("light");
  });
});

describe("settings changed elsewhere", () => {
  async function conflicted(...answers: (() => Response)[]) {
    answerSaves(refused(412, { message: "These settings were changed elsewhere." }), ...answers);
    const view = await open();
    await view.user.type(field("City"), " x");
    await view.user.click(button("Save Changes"));
    await screen.findByRole("dialog", { name: "These settings were changed elsewhere" });
    return view;
  }

  it("saves over them without an entity tag on Overwrite", async () => {
    const { user } = await conflicted(saved({ city: "Leeds x" }));
    await user.click(button("Overwrite"));
    await screen.findByText("Changes saved");
    expect(sent.map(({ ifMatch, body }) => [ifMatch, body["city"]])).toEqual([
      ['"one"', "Leeds x"],
      [null, "Leeds x"],
    ]);
  });

  it("shows what is stored now on Reload", async () => {
    const { user } = await conflicted();
    server.use(
      http.get("/api/business-info", () =>
        HttpResponse.json({ ...stored, city: "Hull" }, { headers: { etag: '"two"' } }),
      ),
    );
    await user.click(button("Reload"));
    await waitFor(() => expect(field("City").value).toBe("Hull"));
    expect(screen.queryByRole("button", { name: "Save Changes" })).toBeNull();
  });
});

describe("unsaved changes", () => {
  it("are asked about before another screen opens", async () => {
    const { user, router, where } = await open();
    await user.type(field("City"), "x");
    void router.navigate("/dashboard/settings/users");
    await user.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(where()).toBe("/dashboard/settings");
    // Until the question is gone, nothing else takes the pointer.
    await waitFor(() => expect([screen.queryByRole("dialog"), document.body.style.pointerEvents]).toEqual([null, ""]));
    void router.navigate("/dashboard/settings/users");
    await user.click(await screen.findByRole("button", { name: "Leave page" }));
    expect(await screen.findByText("Add a team")).toBeTruthy();
  });

  it("do not stand in the way of the account anchor", async () => {
    const { user, router } = await open();
    await user.type(field("City"), "x");
    await router.navigate("/dashboard/settings#account");
    expect(router.state.location.hash).toBe("#account");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("make the browser ask before the page is left", async () => {
    const { user } = await open();
    const leave = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    expect(leave()).toBe(false);
    await user.type(field("City"), "x");
    expect(leave()).toBe(true);
  });
});
