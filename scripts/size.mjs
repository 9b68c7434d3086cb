// Prints the sizes of the rules modules and of every page's first load, raw and compressed. Fails
// if they exceed their budgets.
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { moduleNames } from "./rules-module.mjs";

const KB = 1024;
const budgets = { public: 22 * KB, staff: 90 * KB, documents: 60 * KB, script: 95 * KB };
const site = fileURLToPath(new URL("../web/dist", import.meta.url));

function weigh(file) {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes, { params }).length];
}

const weights = new Map();
/** Returns the total size of the files, each compressed on its own, as it is served. */
function total(files) {
  const sum = [0, 0, 0];
  for (const file of files) {
    if (!weights.has(file)) weights.set(file, weigh(file));
    weights.get(file).forEach((bytes, index) => (sum[index] += bytes));
  }
  return sum;
}

let exceeded = 0;
function print(title, sum, budget) {
  const over = budget !== undefined && sum[2] > budget;
  if (over) exceeded += 1;
  const columns = sum.map((bytes) => (bytes / KB).toFixed(1).padStart(9)).join("");
  const verdict = budget === undefined ? "" : `  ${over ? "OVER" : "within"} ${budget / KB} KB`;
  console.log(`${title.padEnd(44)}${columns}${verdict}`);
}

/** Returns the files that a page's tags load at once, by the kind of tag. */
function firstFiles(html) {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  const attribute = (tag, name) => tag.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1];
  const local = (address) => address?.startsWith("/") && join(site, address.split("?")[0]);
  const found = { script: new Set(), style: new Set() };
  for (const tag of tags) {
    const rel = attribute(tag, "rel");
    const source = local(tag.startsWith("<script") ? attribute(tag, "src") : attribute(tag, "href"));
    if (!source) continue;
    if (tag.startsWith("<script") || rel === "modulepreload") found.script.add(source);
    if (rel === "stylesheet") found.style.add(source);
  }
  return found;
}

function pages() {
  const files = readdirSync(site, { recursive: true }).filter((file) => file.endsWith(".html"));
  if (files.length === 0) throw new Error("web/dist has no page: run 'make build PART=web'");
  return files.sort();
}

console.log(`${"KB".padEnd(44)}${["raw", "gzip", "brotli"].map((name) => name.padStart(9)).join("")}`);
for (const name of moduleNames) {
  const served = new RegExp(`^${name}(?:_bg)?-[\\w-]{8}\\.(?:js|wasm)$`);
  const shipped = readdirSync(join(site, "assets")).filter((file) => served.test(file));
  if (shipped.length !== 2) throw new Error(`web/dist has not both files of ${name}: ${shipped.join(", ")}`);
  const files = shipped.map((file) => join(site, "assets", file));
  for (const file of files) print(`  ${basename(file)}`, total([file]));
  print(`${name} rules and bindings`, total(files), budgets[name]);
}

for (const page of pages()) {
  const { script, style } = firstFiles(readFileSync(join(site, page), "utf8"));
  // Responses to forms without JavaScript have none.
  if (script.size === 0 && page !== "index.html") continue;
  if (script.size === 0) throw new Error("web/dist/index.html asks for no script");
  const address = `/${page.replace(/(^|\/)index\.html$/, "")}`;
  print(`${address}  first JavaScript, ${script.size} files`, total(script), budgets.script);
  print(`${address}  CSS`, total(style));
}

if (exceeded > 0) {
  console.error(`${exceeded} beyond their budget`);
  process.exitCode = 1;
}
