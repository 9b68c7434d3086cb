import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { optimize } from "svgo";
import type { Plugin } from "vite";

const IMPORT = /"bootstrap-icons\/icons\/([\w-]+)\.svg\?icon"/g;
const DEV_ADDRESS = "/assets/icons.svg";

/** The folders of the dashboard. Icons that only they import are in a file of their own. */
const DASHBOARD =
  /^(?:app\/layouts\/dashboard|features\/(?:account|insights|session|submissions)|gallery)\//;

/**
 * Collects the icons of `import arrow from "bootstrap-icons/icons/arrow-right.svg?icon"` in a file, and makes
 * each import the address of its icon there. In scripts, the icons would be twice in every first visit: as
 * code, and in the HTML.
 */
export function iconSprite(): Plugin {
  let root = "";
  let building = false;
  /** The addresses of the built files, by the names of their icons. */
  const addresses = new Map<string, string>();
  return {
    name: "icon-sprite",
    enforce: "pre",
    configResolved(config) {
      root = config.root;
      building = config.command === "build";
    },
    async buildStart() {
      if (!building) return;
      const { site, dashboard } = await importedIcons(join(root, "src"));
      for (const names of [site, dashboard.filter((name) => !site.includes(name))]) {
        // oxlint-disable-next-line no-await-in-loop -- two files
        const source = await spriteOf(root, names);
        const hash = createHash("sha256").update(source).digest("hex").slice(0, 8);
        const fileName = `assets/icons-${hash}.svg`;
        for (const name of names) addresses.set(name, `/${fileName}`);
        if (this.environment.name === "client") this.emitFile({ type: "asset", fileName, source });
      }
    },
    load: {
      filter: { id: /\/bootstrap-icons\/icons\/[\w-]+\.svg\?icon$/ },
      handler(id) {
        const [, name = ""] = /([\w-]+)\.svg\?icon$/.exec(id) ?? [];
        const address = building ? addresses.get(name) : DEV_ADDRESS;
        if (!address)
          this.error(`No source imports the icon as "bootstrap-icons/icons/${name}.svg?icon".`);
        return `export default ${JSON.stringify(`${address}#${name}`)};`;
      },
    },
    configureServer(server) {
      server.middlewares.use(DEV_ADDRESS, (_, response, next) => {
        importedIcons(join(root, "src"))
          .then(({ site, dashboard }) => spriteOf(root, [...new Set([...site, ...dashboard])]))
          .then((source) => response.setHeader("Content-Type", "image/svg+xml").end(source))
          // oxlint-disable-next-line promise/no-callback-in-promise -- middleware reports errors by callback
          .catch(next);
      });
    },
  };
}

/** Returns the names of the icons that the site and the dashboard import. */
async function importedIcons(folder: string): Promise<{ site: string[]; dashboard: string[] }> {
  const site = new Set<string>();
  const dashboard = new Set<string>();
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files
      .filter((file) => /\.tsx?$/.test(file))
      .map(async (file) => {
        const text = await readFile(join(folder, file), "utf8");
        for (const [, name = ""] of text.matchAll(IMPORT))
          (DASHBOARD.test(file) ? dashboard : site).add(name);
      }),
  );
  return { site: [...site].toSorted(), dashboard: [...dashboard].toSorted() };
}

/** Returns a file with icons as symbols. */
async function spriteOf(root: string, names: readonly string[]): Promise<string> {
  const symbols = await Promise.all(
    names.map((name) =>
      symbolOf(name, join(root, `node_modules/bootstrap-icons/icons/${name}.svg`)),
    ),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}

/** Returns an icon without its color and size, which are those of the page. */
async function symbolOf(name: string, file: string): Promise<string> {
  const { data } = optimize(await readFile(file, "utf8"), {
    floatPrecision: 2,
    plugins: [
      "preset-default",
      { name: "removeAttrs", params: { attrs: "svg:(class|xmlns|fill)" } },
    ],
  });
  return data.replace("<svg", `<symbol id="${name}"`).replace("</svg>", "</symbol>");
}
