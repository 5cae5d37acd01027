import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import type { Plugin } from "vite";

const TEXT = /\.(js|css|html|svg|json|txt|webmanifest)$/;
/** Below this a compressed copy saves nothing worth a file. */
const SMALLEST = 1_000;

/**
 * Leaves a .br and a .gz beside every text file of the build, at the strongest setting, which no server could
 * afford per request. The API's static handler sends them as they are.
 */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const names = (await readdir(folder, { recursive: true })).filter((name) => TEXT.test(name));
      await Promise.all(names.map((name) => pack(join(folder, name))));
    },
  };
}

async function pack(path: string): Promise<void> {
  const source = await readFile(path);
  if (source.length < SMALLEST) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(source, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
      },
    }),
    promisify(gzip)(source, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
