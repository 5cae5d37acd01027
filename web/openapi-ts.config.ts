import { $, defineConfig, definePluginConfig, type DefinePlugin } from "@hey-api/openapi-ts";

type Calls = DefinePlugin<{ name: "calls" }>;

/** One type that says, for every path and method, what a call of it takes and answers; src/api/client.ts reads it. */
const calls = definePluginConfig<Calls["Types"]>({
  name: "calls",
  config: {},
  dependencies: ["@hey-api/typescript"],
  handler({ plugin }) {
    const paths = new Map<string, ReturnType<typeof $.type.object>>();
    plugin.forEach("operation", ({ operation }) => {
      const typeOf = (role: string) =>
        plugin.querySymbol({ category: "type", resource: "operation", resourceId: operation.id, role });
      const call = $.type
        .object()
        .prop("data", (p) => p.type(typeOf("data") ?? "never"))
        .prop("response", (p) => p.type(typeOf("response") ?? "unknown"));
      const methods = paths.get(operation.path) ?? $.type.object();
      paths.set(
        operation.path,
        methods.prop(operation.method.toUpperCase(), (p) => p.type(call)),
      );
    });
    const all = $.type.object();
    for (const [path, methods] of paths) all.prop(path, (p) => p.type(methods));
    plugin.node($.type.alias(plugin.symbol("Calls")).export().type(all));
  },
});

export default defineConfig({
  input: "../api/presence/openapi/customer.json",
  output: { path: "src/api/generated", clean: true },
  plugins: ["@hey-api/typescript", calls()],
});
