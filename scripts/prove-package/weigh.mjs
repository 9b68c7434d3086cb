// Measures what importing a form as a Standard Schema adds to a built page.
//
//   weigh.mjs APP   APP has vite and the package in its node_modules
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const BUDGET = 300;
const app = resolve(process.argv[2]);
const vite = await import(pathToFileURL(join(app, "node_modules/vite/dist/node/index.js")).href);

async function weight(name, source) {
  const folder = join(app, "weigh", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "main.js"), source);
  const built = await vite.build({
    root: folder,
    logLevel: "warn",
    build: { write: false, target: "es2022", rollupOptions: { input: join(folder, "main.js") } },
  });
  const script = built.output
    .filter(({ type }) => type === "chunk")
    .map(({ code }) => code)
    .join("");
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return brotliCompressSync(Buffer.from(script), { params }).length;
}

const names = "load, isLoaded, checkForm, checkField, countCharacters";
const rules = `import { ${names} } from "agency-form-rules";\nwindow.rules = [${names}];\n`;
const without = await weight("without", rules);
const withSchemas = await weight(
  "with",
  `${rules}import { schemas } from "agency-form-rules/standard-schema";\nwindow.schemas = schemas;\n`,
);
console.log(`    ${withSchemas - without} bytes brotli, in addition to ${without} of glue code`);
if (withSchemas - without > BUDGET) throw new Error(`more than ${BUDGET} bytes`);
