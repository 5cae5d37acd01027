/** The specification's strings, one by one: written exactly so, and said by the screen they belong to. */
import { describe, expect, it } from "vitest";

import specification from "./specification.json";
import { rows, screens, testOf, type Row } from "./specified";

const modules = import.meta.glob<Record<string, unknown>>([
  "../lib/messages/*.ts",
  "../lib/{toast,format}.ts",
  "../features/auth/rotation.ts",
  "../app/startup-gate.tsx",
]);
const sources = import.meta.glob<string>(
  ["../**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}", "!../api/generated/**", "!./**"],
  { query: "?raw", import: "default", eager: true },
);

/** "auth:auth.google" is a path in lib/messages/auth.ts; a module with a slash is a path below src. */
function placeOf(says: string): { module: string; path: string[] } {
  const [module = "", path = ""] = says.split(":");
  return { module: module.includes("/") ? module : `lib/messages/${module}`, path: path.split(".") };
}

async function saidBy(row: Row): Promise<unknown> {
  const { module, path } = placeOf(row.says);
  const load = modules[`../${module}.ts`] ?? modules[`../${module}.tsx`];
  if (!load) throw new Error(`${row.says}: there is no such module`);
  const said = path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    await load(),
  );
  return typeof said === "function" ? (said as (...values: unknown[]) => unknown)(...(row.with ?? [])) : said;
}

/** Whether a source imports the export of that module and names the entry, under whatever name it was imported. */
function uses(source: string, module: string, [name = "", entry]: string[]): boolean {
  const imported =
    new RegExp(`import \\{([^}]*)\\} from "(?:@|\\.|\\.\\.)/(?:[^"]*/)?${module.split("/").slice(-2).join("/")}"`).exec(
      source,
    )?.[1] ?? "";
  const alias = new RegExp(`\\b${name}(?: as (\\w+))?\\b`).exec(imported);
  if (!alias) return false;
  const rest = source.replace(/import [^;]*;/g, "");
  const local = alias[1] ?? name;
  return entry === undefined || /^\d+$/.test(entry)
    ? new RegExp(`\\b${local}\\b`).test(rest)
    : new RegExp(`\\b${local}(\\?)?\\.${entry}\\b`).test(rest);
}

describe.each(screens.map(({ screen }) => screen))("on %s", (screen) => {
  it.each(rows.filter((row) => row.screen === screen))("$says reads “$text”", async (row) => {
    expect(await saidBy(row)).toBe(row.text);
  });

  it("each of them is used by its feature", () => {
    const unused = rows
      .filter((row) => row.screen === screen)
      .filter(({ says, folder }) => {
        const { module, path } = placeOf(says);
        const own = Object.entries(sources).filter(([file]) => file.startsWith(`../${folder}/`));
        return !own.some(([file, source]) =>
          file.startsWith(`../${module}.`)
            ? new RegExp(`\\b${path[0] ?? ""}\\b[^]*\\b${path[0] ?? ""}\\b`).test(source)
            : uses(source, module, path),
        );
      });
    expect(unused.map(({ text, says }) => `${says}: ${text}`)).toEqual([]);
  });
});

/**
 * A number or row of the specification as a value of its own: a whole string, text of an element, or a number assigned.
 */
function stands(sample: string, source: string): boolean {
  const plain = sample.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const patterns = [
    `["'\`>]\\s*${plain}\\s*["'\`<]`,
    ...(/^[\d.]+$/.test(sample) ? [`(?:[:=(,{[?]|return)\\s*${plain}\\s*(?:[,;)}\\]]|$)`] : [plain]),
  ];
  return patterns.some((pattern) => new RegExp(pattern, "im").test(source));
}

it("each string names the test that sees it on its screen", () => {
  expect(rows.filter((row) => !testOf(row).file).map(({ screen, text }) => `${screen}: ${text}`)).toEqual([]);
});

describe("the specification's sample values", () => {
  it.each(specification.samples)("%s stands nowhere in the app", (sample) => {
    const found = Object.entries(sources).filter(([, source]) => stands(sample, source));
    expect(found.map(([file]) => file)).toEqual([]);
  });

  it.each(["const score = 62;", "score: 62,", "<b>62</b>", "value={62}", '"62"'])("%s would be found", (code) => {
    expect(stands("62", code)).toBe(true);
  });
});
