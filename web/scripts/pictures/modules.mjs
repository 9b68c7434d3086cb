import { writeFile } from "node:fs/promises";
import { format } from "prettier";
import { fingerprint } from "./fingerprint.mjs";

/**
 * Writes the module that tells the site of some pictures.
 * @param {string} file
 * @param {readonly import("../../pictures/source").Source[]} sources
 */
export async function writeModule(file, sources) {
  const constants = sources.map((source) => {
    const { name, size, widths } = source;
    const width = Math.max(...widths);
    const height = Math.round((width * size[1]) / size[0]);
    const value = { name, hash: fingerprint(source), width, height, widths };
    return `export const ${constant(name)}: Picture = ${JSON.stringify(value)};`;
  });
  const text = `// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";\n\n${constants.join("\n\n")}`;
  await writeFile(file, await format(text, { parser: "typescript", printWidth: 100 }));
}

/** @param {string} name */
function constant(name) {
  return name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
}
