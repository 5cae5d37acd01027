import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** Zones: App -> resources | dashboard | auth | layout -> components -> providers -> api; resources never import each other's slice. */
const refused = (group, message) => ({ group, message });
const above = refused(
  ["@/App", "@/resources/**", "@/dashboard/**", "@/auth/**", "@/layout/**"],
  "Shared parts know nothing of screens.",
);
const components = refused(["@/components/**"], "Providers and api know nothing of components.");
const slices = refused(
  ["@/resources/**", "../../*", "../*"],
  "Slices never import each other; shared parts belong in components.",
);

const zone = (files, patterns) => ({ files, rules: { "no-restricted-imports": ["error", { patterns }] } });

export default tseslint.config(
  { ignores: ["dist", "node_modules", "src/api/generated"] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  reactHooks.configs.flat["recommended-latest"],
  jsxA11y.flatConfigs.recommended,
  // A dialog or a form of one purpose begins in its field.
  { rules: { "jsx-a11y/no-autofocus": "off" } },
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
  zone(["src/resources/*/**"], [slices]),
  zone(["src/components/**"], [above]),
  zone(["src/providers/**", "src/api/**"], [above, components]),
);
