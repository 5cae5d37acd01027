// @vitest-environment node
import { ESLint } from "eslint";
import { beforeAll, describe, expect, it } from "vitest";

let eslint: ESLint;
beforeAll(() => {
  eslint = new ESLint();
});

async function rulesBroken(code: string, filePath: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? []).map((message) => message.ruleId);
}

const sample = (from: string, name = "x") => `import { ${name} } from "${from}";\nexport const y = ${name};\n`;

describe("the zones of the source tree", () => {
  it.each([
    ["a feature importing another feature", "src/features/auth/a.ts", "@/features/shell/api"],
    ["a feature climbing out of its slice", "src/features/auth/forms/a.ts", "../../shell/api"],
    ["a feature importing app", "src/features/auth/a.ts", "@/app/router"],
    ["findings importing the dashboard that shows them", "src/features/findings/a.ts", "@/features/results/api"],
    ["runs importing what is concluded from them", "src/features/runs/a.ts", "@/features/findings/api"],
    ["results importing a feature of no analysis", "src/features/results/a.ts", "@/features/shell/api"],
    ["a feature's screen importing generated code", "src/features/auth/a.ts", "@/api/generated/types.gen"],
    ["a feature's api importing another feature", "src/features/auth/api.ts", "@/features/shell/api"],
    ["components importing a feature", "src/components/ui/a.ts", "@/features/auth/forms"],
    ["lib importing components", "src/lib/a.ts", "@/components/ui/button"],
    ["api importing app", "src/api/a.ts", "@/app/router"],
  ])("refuse %s", async (_, file, from) => {
    expect(await rulesBroken(sample(from), file)).toContain("no-restricted-imports");
  });

  it.each([
    ["Link", "src/features/auth/a.ts"],
    ["useNavigate", "src/features/auth/api.ts"],
    ["useSearchParams", "src/components/ui/a.ts"],
    ["NavLink", "src/app/a.ts"],
    ["Navigate", "src/lib/a.ts"],
    ["UNSAFE_NavigationContext", "src/test/a.ts"],
  ])("refuse the router's own %s in %s", async (name, file) => {
    expect(await rulesBroken(sample("react-router", name), file)).toContain("no-restricted-imports");
  });

  it("leave the router's own links to the folder that names the brand in view", async () => {
    expect(await rulesBroken(sample("react-router", "Link"), "src/lib/navigation/a.ts")).toEqual([]);
  });

  it.each([
    ["a feature's api", "src/features/auth/api.ts"],
    ["a screen", "src/app/a.tsx"],
    ["a call of src/api", "src/api/a.ts"],
  ])("refuse %s that sends by itself", async (_, file) => {
    for (const from of ["@/lib/http", "@/lib/http/request"])
      expect(await rulesBroken(`import { request } from "${from}";\nexport const x = request;\n`, file)).toContain(
        "no-restricted-imports",
      );
  });

  it.each([
    ["a type said of an answer", 'export const x = get<"/api/v1/me">("/api/v1/me");'],
    ["an answer that is cast", 'export const x = get("/api/v1/me") as Promise<string>;'],
    ["an awaited answer that is cast", 'export const x = async () => (await send("POST", "/api/v1/x")) as string;'],
    ["a type said of a query", "export const x = useQuery<string>(roles);"],
    ["a type said of what is cached", "export const x = client.getQueryData<string>(key);"],
    ["a query's key written out", 'export const x = useQuery({ queryKey: ["brand", id] });'],
    ["a key written out", 'export const BRANDS_KEY = ["/api/v1/brands"] as const;'],
    ["a key made by hand", 'export const panelKey = (id: string) => [...brandKey(id), "panel"] as const;'],
    ["a family of a key written out", 'export const x = family(["brand"], id);'],
  ])("refuse %s", async (_, code) => {
    expect(await rulesBroken(`${code}\n`, "src/features/auth/api.ts")).toContain("no-restricted-syntax");
  });

  it.each([
    ["a feature using the ui layer", "src/features/auth/a.ts", "@/components/ui/button"],
    ["a feature's api using generated types", "src/features/auth/api.ts", "@/api/generated/types.gen"],
    ["the dashboard showing findings", "src/features/results/a.ts", "@/features/findings/top-actions"],
    ["app using a feature", "src/app/a.ts", "@/features/auth/auth-screen"],
    ["a file using its own slice", "src/features/auth/a.ts", "./forms"],
  ])("allow %s", async (_, file, from) => {
    expect(await rulesBroken(sample(from), file)).toEqual([]);
  });
});
