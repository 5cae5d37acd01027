import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/**
 * Zones: app -> features -> components | lib | api, and features never import each other. The rooms of one analysis
 * (ADR 0038) show each other in one direction: results -> findings -> analytics -> runs, and publishing below all four.
 * Inside a slice imports are relative, so "@/features/…" from a feature is always another slice.
 * src/test/zones.test.ts proves that each rule fires.
 */
const outOfSlice = {
  group: ["../../*", "../../**"],
  message: "Leaves the slice: use '@/components', '@/lib' or '@/api'.",
};
const app = { group: ["@/app", "@/app/**"], message: "Nothing below app may import app." };
const featuresBut = (...shown) => ({
  regex: `^@/features/(?!(${["-", ...shown].join("|")})/)`,
  message: "Features never import each other; shared code belongs in components, lib or api.",
});
const features = featuresBut();
const shownByRoom = {
  results: ["findings", "analytics", "runs", "publishing"],
  findings: ["analytics", "runs", "publishing"],
  analytics: ["runs", "publishing"],
  runs: ["publishing"],
};
const components = { group: ["@/components/**"], message: "lib and api know nothing of components." };
const generated = {
  group: ["@/api/generated", "@/api/generated/**"],
  message: "Only src/api and features/*/api.ts import generated code.",
};

const wayElsewhere = {
  regex: "^react-router(/|$)",
  importNamePattern:
    "^(Link|NavLink|Navigate|Form|RouterProvider|redirect|useNavigate|useSearchParams|useSubmit|UNSAFE_)",
  message: "'@/lib/navigation' has it, and names the brand in view.",
};

const transport = {
  group: ["@/lib/http", "@/lib/http/*"],
  importNames: ["request", "upload", "v1Get", "v1Send"],
  message: "Calls go through src/api (client, plain, forms), which knows the contract.",
};

/** What the contract says of a call is neither said again nor said otherwise; keys are made from what is asked. */
const callee =
  "callee.name=/^(get|getSignedIn|send|plainPost|sendForm|(posted|tagged|paged)?[qQ]uery|(posted)?[kK]eyOf|plainKey)$/";
const calls = [
  ...[
    `CallExpression[${callee}] > TSTypeParameterInstantiation`,
    `:matches(TSAsExpression, TSTypeAssertion) > CallExpression[${callee}]`,
    `:matches(TSAsExpression, TSTypeAssertion) > AwaitExpression > CallExpression[${callee}]`,
    "CallExpression[callee.name=/^use(Infinite|Suspense)?Query$/] > TSTypeParameterInstantiation",
    "CallExpression[callee.property.name=/^(get|set|fetch|prefetch|ensure)(Query|Queries)(Data)?$/] > TSTypeParameterInstantiation",
  ].map((selector) => ({ selector, message: "The contract knows what a call answers: leave it to be inferred." })),
  ...[
    "Property[key.name=/^(queryKey|below|outdated)$/] > ArrayExpression",
    "Property[key.name=/^(queryKey|below|outdated)$/] > TSAsExpression > ArrayExpression",
    ...["", "> TSAsExpression ", "> ArrowFunctionExpression ", "> ArrowFunctionExpression > TSAsExpression "].map(
      (within) => `VariableDeclarator[id.name=/(KEY|[a-z]Key)$/] ${within}> ArrayExpression`,
    ),
    "CallExpression[callee.name='family'] > ArrayExpression:first-child",
  ].map((selector) => ({ selector, message: "Keys are made by src/api/keys.ts and the queries of src/api." })),
];

const zone = (files, patterns, ignores = []) => ({
  files,
  ignores,
  rules: { "no-restricted-imports": ["error", { patterns }] },
});

export default tseslint.config(
  { ignores: ["dist", "node_modules", "src/api/generated"] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  reactHooks.configs.flat["recommended-latest"],
  jsxA11y.flatConfigs.recommended,
  {
    rules: {
      // A dialog or a form of one purpose begins in its field; whatever scrolls has to be reached by keyboard.
      // axe looks at both in a real browser (tests/e2e).
      "jsx-a11y/no-autofocus": "off",
      "jsx-a11y/no-noninteractive-tabindex": "off",
      "jsx-a11y/label-has-associated-control": ["error", { depth: 3 }],
      // A table that is laid out as blocks on a narrow screen loses its roles unless they are written down.
      "jsx-a11y/no-redundant-roles": ["error", { thead: ["rowgroup"], tbody: ["rowgroup"], tr: ["row"] }],
    },
  },
  {
    rules: {
      "no-console": "error",
      eqeqeq: "error",
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "max-lines": ["error", { max: 250, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ["**/*.test.{ts,tsx}"], rules: { "max-lines": ["error", { max: 400 }] } },
  {
    files: ["public/*.js"],
    languageOptions: {
      sourceType: "script",
      globals: { window: "readonly", document: "readonly", localStorage: "readonly" },
    },
  },
  {
    files: ["scripts/**"],
    languageOptions: { globals: { process: "readonly", console: "readonly", URL: "readonly" } },
    rules: { "no-console": "off" },
  },
  {
    files: ["src/**"],
    ignores: ["**/*.test.*", "src/test/**", "src/api/{client,forms,keys,plain}.ts"],
    rules: { "no-restricted-syntax": ["error", ...calls] },
  },
  zone(["src/**"], [wayElsewhere]),
  zone(["src/app/**"], [generated, wayElsewhere, transport]),
  zone(
    ["src/features/**"],
    [app, features, outOfSlice, generated, wayElsewhere, transport],
    ["src/features/*/api.ts", "src/features/*/api/**"],
  ),
  ...Object.entries(shownByRoom).map(([room, shown]) =>
    zone(
      [`src/features/${room}/**`],
      [app, featuresBut(...shown), outOfSlice, generated, wayElsewhere, transport],
      ["src/features/*/api.ts", "src/features/*/api/**"],
    ),
  ),
  zone(
    ["src/features/*/api.ts", "src/features/*/api/**"],
    [app, features, { ...outOfSlice, group: ["../../*"] }, wayElsewhere, transport],
  ),
  zone(["src/components/**"], [app, features, generated, wayElsewhere, transport]),
  zone(["src/lib/**", "src/api/**"], [app, features, components, wayElsewhere], ["src/lib/navigation/**"]),
  zone(["src/lib/navigation/**"], [app, features, components]),
  zone(
    ["src/api/**"],
    [app, features, components, wayElsewhere, transport],
    ["src/api/{client,contract,forms,plain,query-client}.ts"],
  ),
);
