import type { Plugin } from "vite";

/**
 * Icons without what only their makers need: React keys of shapes that never change places (six random letters each,
 * which no compression shortens) and former names. A build has no warning for them to silence.
 */
export function leanIcons(): Plugin {
  return {
    name: "lean-icons",
    apply: "build",
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\// },
      handler: (code) =>
        code
          .replaceAll(/, key: "\w+"/g, "")
          .replaceAll(/,\s*aliases: \[[^\]]*\]/g, "")
          .replace("__iconData.node;\n", ""),
    },
  };
}
