/**
 * Every form and every action of the console, filled in as a person fills it in: what is sent has to be what the API
 * takes. A double answers; what it was sent is held against the API's own document.
 */
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Admin, memoryStore, Resource, TestMemoryRouter } from "react-admin";
import { describe, expect, it } from "vitest";

import { nameOf, type AnyDefinition, type InputSpec } from "@/components/definition";
import { IMPERSONATION } from "@/components/Impersonate";
import { CreatePage, EditPage } from "@/components/FormPages";
import { Registry } from "@/components/registry";
import { ShowPage } from "@/components/ShowPage";
import { authProvider } from "@/providers/authProvider";
import { dataProvider } from "@/providers/dataProvider";
import { i18nProvider } from "@/providers/i18n";
import { pageOf, serve, type Seen } from "@/test/server";
import { bodySchema, recordOf, wrongWith } from "@/test/schema";

import { DEFINITIONS } from ".";

const REASON = "asked by mail";
/** Plans are known by a number, everything else by an id. */
const keyOf = (resource: string) => (resource === "plans" ? "3" : "0190a0f0-0000-7000-8000-000000000001");
/** What a list offers is never what the record has already. */
const anotherOf = (resource: string) => (resource === "plans" ? "4" : "0190a0f0-0000-7000-8000-000000000002");
const BEGINS = "/impersonations";
/** What no general word would do for. */
const TYPED: Record<string, string> = { email: "ann@example.com", currency: "EUR", code: "123456" };

type FormUnderTest = {
  resource: string;
  /** The action's name; "create" and "edit" are the resource's own forms. */
  word: string;
  /** What is pressed on the record's page, and what in the form. */
  opens: string;
  confirm: string;
  at: string;
  method: string;
  path: string;
  inputs: InputSpec[];
};

/** An action is offered here whatever the record's state: what it sends is looked at, not when it makes sense. */
const ALWAYS = DEFINITIONS.map((each) => ({
  ...each,
  live: false,
  actions: (each.actions ?? []).map(({ when: _, ...action }) => action),
}));

const FORMS: FormUnderTest[] = ALWAYS.flatMap(({ name, form, actions = [] }) =>
  [
    ...(form?.create
      ? [{ word: "create", opens: "", confirm: "Save", at: "create", method: "POST", path: "", inputs: form.inputs }]
      : []),
    ...(form?.edit
      ? [
          {
            word: "edit",
            opens: "",
            confirm: "Save",
            at: keyOf(name),
            method: "PATCH",
            path: `/${keyOf(name)}`,
            inputs: form.inputs.filter(({ createOnly }) => !createOnly),
          },
        ]
      : []),
    ...actions
      .filter(({ params }) => params?.length)
      .map((action) => ({
        word: action.name,
        opens: action.label,
        confirm: action.label,
        at: `${keyOf(name)}/show`,
        method: "POST",
        path: `/${keyOf(name)}/${action.name}`,
        inputs: action.params ?? [],
      })),
  ].map((each) => ({ resource: name, ...each })),
);

/** Begun from whom one looks at or from where, and answered under an address of its own. */
const IMPERSONATIONS: FormUnderTest[] = [
  { resource: "users", asked: { source: "workspaceId", label: "Workspace", to: "workspaces" } },
  { resource: "workspaces", asked: { source: "userId", label: "Member", to: "users" } },
].map(({ resource, asked }) => ({
  resource,
  word: "open as customer",
  opens: "Open as customer",
  confirm: "Begin",
  at: `${keyOf(resource)}/show`,
  method: "POST",
  path: BEGINS,
  inputs: [
    { ...asked, kind: "reference", required: true },
    ...IMPERSONATION,
    { source: "writeReason", label: "Why reading is not enough", kind: "long" },
  ],
}));

const titled = [...FORMS, ...IMPERSONATIONS].map((form) => [`${form.resource}: ${form.word}`, form] as const);
const pathOf = ({ resource, path }: FormUnderTest) => (path === BEGINS ? path : `/${resource}${path}`);
const endpointOf = (form: FormUnderTest) => ({
  method: form.method.toLowerCase(),
  path: pathOf(form).replace(keyOf(form.resource), "{key}"),
});

/** The form on screen, with a record of every resource behind it. */
async function open(form: FormUnderTest): Promise<{ seen: Seen[]; within: ReturnType<typeof within> }> {
  const permissions = Object.fromEntries(
    ALWAYS.map(({ name, actions }) => [
      name,
      ["list", "show", "create", "edit", ...actions.map(({ name: word }) => word)],
    ]),
  );
  const records = Object.fromEntries(
    ALWAYS.flatMap(({ name }) => {
      const record = recordOf(name, keyOf(name));
      return [
        [`GET /${name}`, pageOf([recordOf(name, anotherOf(name))])],
        [`GET /${name}/${keyOf(name)}`, { body: record, etag: '"one"' }],
      ];
    }),
  );
  const seen = serve({
    "GET /session": { body: { id: "me", email: "a@presence.test", name: "A", role: "admin", permissions } },
    "GET /notes": pageOf([]),
    ...records,
    [`${form.method} ${pathOf(form)}`]: { body: recordOf(form.resource, keyOf(form.resource)) },
  });
  render(
    <TestMemoryRouter initialEntries={[`/${form.resource}/${form.at}`]}>
      <Registry value={new Map<string, AnyDefinition>(ALWAYS.map((each) => [each.name, each]))}>
        <Admin
          dataProvider={dataProvider}
          authProvider={authProvider}
          i18nProvider={i18nProvider}
          store={memoryStore()}
          requireAuth
          disableTelemetry
        >
          {ALWAYS.map(({ name }) => (
            <Resource key={name} name={name} show={ShowPage} edit={EditPage} create={CreatePage} />
          ))}
        </Admin>
      </Registry>
    </TestMemoryRouter>,
  );
  if (!form.at.endsWith("/show")) {
    await screen.findByRole("textbox", { name: "Reason" });
    return { seen, within: within(document.body) };
  }
  await choose(form.opens);
  return { seen, within: within(await screen.findByRole("dialog", { name: form.opens })) };
}

async function choose(action: string) {
  const more = () => screen.queryByRole("button", { name: "More actions" });
  const button = () => screen.queryByRole("button", { name: action });
  await waitFor(() => expect(button() ?? more()).toBeTruthy());
  const at = button();
  if (at) return userEvent.click(at);
  await userEvent.click(more()!);
  await userEvent.click(await screen.findByRole("menuitem", { name: action }));
}

/** Fills one field in as a person does, and says what of it the form should send. */
async function type(form: ReturnType<typeof within>, input: InputSpec): Promise<unknown> {
  const label = new RegExp(`^${nameOf(input).replace(/[()]/g, "\\$&")}`);
  const field = form.getAllByLabelText(label)[0] as HTMLInputElement;
  switch (input.kind) {
    case "choice":
    case "on-off":
      await userEvent.click(form.getByRole("combobox", { name: label }));
      await userEvent.click((await screen.findAllByRole("option")).at(-1)!);
      return expect.anything();
    case "reference":
    case "references":
      await userEvent.clear(form.getByRole("combobox", { name: label }));
      await userEvent.type(form.getByRole("combobox", { name: label }), "s");
      await userEvent.click((await screen.findAllByRole("option"))[0]!);
      return expect.anything();
    case "boolean":
      await userEvent.click(field);
      return expect.any(Boolean);
    case "day":
      return set(field, "2027-03-31");
    case "moment":
      set(field, "2027-03-31T18:30");
      return new Date(2027, 2, 31, 18, 30).toISOString();
    case "number":
      return Number(set(field, "7"));
    case "money":
      return Number(set(field, "12.5"));
    case "strings":
      set(field, "One\nTwo");
      return ["One", "Two"];
    default:
      return set(field, TYPED[input.source] ?? "Words somebody types");
  }
}

/** A whole value at once: character by character says nothing more here and takes minutes over all forms. */
function set(field: HTMLInputElement, value: string): string {
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
  return value;
}

async function send(form: ReturnType<typeof within>, confirm: string) {
  set(form.getByRole("textbox", { name: "Reason" }) as HTMLInputElement, REASON);
  await userEvent.click(form.getByRole("button", { name: confirm }));
}

async function sentBy(form: FormUnderTest, seen: Seen[]): Promise<Record<string, unknown>> {
  const found = () => seen.find((call) => call.method === form.method && call.path === pathOf(form));
  await waitFor(() => expect(found(), document.body.textContent ?? "").toBeTruthy());
  return found()!.body as Record<string, unknown>;
}

describe("with every field filled in, a form sends what the API takes", () => {
  it.each(titled)("%s", async (_, form) => {
    const { seen, within: here } = await open(form);
    // Why the record was changed the last time is no reason for this change.
    expect((here.getByRole("textbox", { name: "Reason" }) as HTMLTextAreaElement).value).toBe("");
    const expected: Record<string, unknown> = {};
    for (const input of form.inputs) expected[input.source] = await type(here, input);
    await send(here, form.confirm);
    const body = await sentBy(form, seen);
    expect(wrongWith(body, bodySchema(endpointOf(form)))).toEqual([]);
    expect(body).toMatchObject({ ...expected, reason: REASON });
  });
});

describe("with only what is required filled in, a form sends what the API takes", () => {
  it.each(titled.filter(([, { word }]) => word !== "edit"))("%s", async (_, form) => {
    const { seen, within: here } = await open(form);
    for (const input of form.inputs) if (input.required && input.initial === undefined) await type(here, input);
    await send(here, form.confirm);
    expect(wrongWith(await sentBy(form, seen), bodySchema(endpointOf(form)))).toEqual([]);
  });
});

describe("an emptied field that need not be filled in is sent as the API takes it", () => {
  const emptied = titled.flatMap(([title, form]) =>
    form.word === "edit"
      ? form.inputs
          .filter(({ required, kind }) => !required && !kind?.startsWith("reference"))
          .map((input) => [`${title}, ${input.source}`, form, input] as const)
      : [],
  );
  it.each(emptied)("%s", async (_, form, input) => {
    const { seen, within: here } = await open(form);
    const field = here.getAllByLabelText(new RegExp(`^${nameOf(input)}`))[0] as HTMLInputElement;
    await type(here, input);
    set(field, "");
    await send(here, form.confirm);
    const body = await sentBy(form, seen);
    expect(body).toHaveProperty(input.source);
    expect(wrongWith(body, bodySchema(endpointOf(form)))).toEqual([]);
  });
});

describe("a number that the API refuses is refused at its field, and nothing is sent", () => {
  const numbers = titled.flatMap(([title, form]) =>
    form.inputs
      .filter(({ kind }) => kind === "number" || kind === "money")
      .flatMap((input) =>
        (input.kind === "number" ? ["-1", "1.5", "99999999999"] : ["-1"]).map(
          (typed) => [`${title}, ${input.source}: ${typed}`, form, input, typed] as const,
        ),
      ),
  );
  it.each(numbers)("%s", async (_, form, input, typed) => {
    const { seen, within: here } = await open(form);
    for (const other of form.inputs) if (other !== input && other.required) await type(here, other);
    const field = here.getAllByLabelText(new RegExp(`^${nameOf(input).replace(/[()]/g, "\\$&")}`))[0]!;
    set(field as HTMLInputElement, typed);
    await send(here, form.confirm);
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    expect(seen.filter(({ method }) => method !== "GET")).toHaveLength(0);
  });
});
