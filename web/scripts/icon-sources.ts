import { readFile } from "node:fs/promises";
import { optimize } from "svgo";
import type { Plugin } from "vite";

const ICON = /\/bootstrap-icons\/icons\/[\w-]+\.svg\?raw$/;

/** Brings icons as what they are drawn by: every page carries some of them, and some pages many. */
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

/** An icon drawn to a hundredth of its 16 units. How large it is, is a matter of styles. */
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
