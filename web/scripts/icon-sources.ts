import { readFile } from "node:fs/promises";
import { optimize } from "svgo";
import type { Plugin } from "vite";

const ICON = /\/bootstrap-icons\/icons\/[\w-]+\.svg\?raw$/;

/** Imports icons as minimal SVG paths. Every page contains some of them. */
export function iconSources(): Plugin {
  return {
    name: "icon-sources",
    enforce: "pre",
    load: {
      filter: { id: ICON },
      handler: async (id) =>
        `export default ${JSON.stringify(await iconSource(id.replace("?raw", "")))}`,
    },
  };
}

/** Rounds an icon's path to hundredths of its 16 units. Styles set the size. */
export async function iconSource(file: string): Promise<string> {
  const { data } = optimize(await readFile(file, "utf8"), {
    floatPrecision: 2,
    plugins: [
      "preset-default",
      { name: "removeAttrs", params: { attrs: "svg:(class|width|height|xmlns)" } },
    ],
  });
  return data;
}
