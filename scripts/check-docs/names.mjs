// The names that documents share with the sources: addresses, metrics, settings, types and functions, the version.
import { files, read } from "./files.mjs";

const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

// Folders of the system, and an address of Patroni's.
const ELSEWHERE = new Set(["/root", "/tmp", "/var/tmp", "/primary"]);
const INSTALLED = /^\/(etc|usr|var)\/[\w./-]+$/;
// The build of the site writes it.
const BUILT = new Set(["/rules.json"]);

const router = read("server/src/router.rs");
const routesIn = (text) => [...text.matchAll(/\.route\(\s*"([^"]+)",\s+(get|post)\(/g)].map(([, path, method]) => [path, method]);
const api = /let mut api = Router::new\(\)(.*?);/s.exec(router)[1];
const ofForms = /fn submission_routes.*?\n}/s.exec(router)[0];
const calls = new Map(routesIn(router.replace(api, "").replace(ofForms, "")));
for (const [path, method] of routesIn(api)) calls.set(`/api${path}`, method);
const sources = files.filter((file) => /^(core|server)\/src\/.*\.rs$/.test(file)).map(read).join("");
for (const table of matches(sources, /, stored in "(\w+)" as "\w+" \{/g)) {
  for (const [path, method] of routesIn(ofForms)) calls.set(`/api/${table}${path.replace(/^\/$/, "")}`, method);
}
const pages = matches(read("web/src/paths.ts"), /["`](\/[^"`]*)["`]/g);
const slugs = new Set(files.flatMap((file) => /^web\/src\/content\/(?:projects|services|jobs)\/([^/]+?)(?:\/index)?\.ts$/.exec(file)?.[1] ?? []));

/** Whether an address, with the method before it where one is said, is answered by the server or a page of the site. */
function isAnswered(method, address) {
  const path = address.replace(/\?.*/, "").replace(/(?<=.)\/$/, "");
  if (ELSEWHERE.has(path) || BUILT.has(path) || INSTALLED.test(path)) return true;
  for (const [route, verb] of calls) {
    if (fits(path, route, /\{\w+\}/g) && (method === undefined || method.toLowerCase() === verb)) return true;
  }
  if (method !== undefined && method !== "GET") return false;
  return pages.some((page) => fits(path, page, /\$\{.*?\}|:\w+/g) && (page === path || isSlug(path)));
}

const isSlug = (path) => slugs.has(path.split("/").at(-1));
const fits = (path, route, hole) => new RegExp(`^${route.replace(hole, "[^/]+")}$`).test(path);

export function* flawsOfAddress(span) {
  const [, method, address] = /^(?:(GET|POST|PUT|PATCH|DELETE) )?(\/\S*)$/.exec(span) ?? [];
  if (address !== undefined && !isAnswered(method, address)) yield `nothing answers ${span}`;
}

/** Both ways: what docs/operations.md tells of, and what the server counts. */
export function* flawsOfMetrics() {
  const sources = ["monitoring/metrics", "probes/mod"].map((name) => read(`server/src/${name}.rs`)).join("");
  const counted = new Set(matches(sources, /(?:\(|encoder, )\s*"([a-z]+(?:_[a-z]+)+)"/g));
  const table = /^\| metric \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(read("docs/operations.md"))[1];
  const told = new Set();
  for (const row of table.trim().split("\n")) {
    let last = "";
    for (const name of matches(row.split("|")[1], /`([^`]+)`/g)) {
      if (!name.startsWith("…")) last = name;
      told.add(name.replace("…", last));
    }
  }
  for (const name of told) if (!counted.has(name)) yield `docs/operations.md: the server counts no ${name}`;
  for (const name of counted) if (!told.has(name)) yield `docs/operations.md does not tell of the metric ${name}`;
}

const isSource = (file) => /\.(rs|ts|tsx|mjs|sh|sql|toml|yml)$|^Makefile$|^\.env\.example$|^packaging\//.test(file) && !file.startsWith("scripts/check-docs");
const words = new Set(files.filter(isSource).flatMap((file) => read(file).match(/\w+/g) ?? []));

// Names of browsers, Postgres, PgBouncer and journald, and settings that were removed.
const UNUSED = new Set(["postMessage", "synchronous_standby_names", "max_prepared_statements", "RateLimitBurst", "RateLimitIntervalSec", "STATEMENT_CACHE"]);

/** Types, functions and variables that no source has; what begins with pg_ is Postgres' own. */
export function* flawsOfName(span) {
  const name = /^([A-Z][A-Z_]{2,})=/.exec(span)?.[1] ?? /^[A-Za-z]\w*(?:::\w+)*$/.exec(span)?.[0];
  if (name === undefined || name.startsWith("pg_") || UNUSED.has(name) || !/::|_|[a-z][A-Z]|^[A-Z]{3,}$/.test(name)) return;
  for (const part of name.split("::")) if (!words.has(part)) yield `no source has ${part}`;
}

/** README.md and .env.example tell of the same settings. */
export function* flawsOfSettings() {
  const told = new Set(matches(read("README.md"), /^\| `([A-Z_]+)` \|/gm));
  const offered = new Set(matches(read(".env.example"), /^#? ?([A-Z][A-Z_]+)=/gm));
  for (const name of told) if (!offered.has(name)) yield `.env.example has no ${name}, which README.md tells of`;
  for (const name of offered) if (!told.has(name)) yield `README.md does not tell of ${name} of .env.example`;
}

/** The newest version of the changelog is that of everything. */
export function* flawsOfVersion() {
  const newest = /^## (\d+\.\d+\.\d+)\b/m.exec(read("docs/changelog.md"))?.[1];
  const lock = JSON.parse(read("web/package-lock.json"));
  const versions = {
    "Cargo.toml": /^version = "(.*)"$/m.exec(read("Cargo.toml"))?.[1],
    "web/package.json": JSON.parse(read("web/package.json")).version,
    "web/package-lock.json": lock.version === lock.packages[""].version ? lock.version : "two versions",
  };
  for (const [file, version] of Object.entries(versions)) {
    if (version !== newest) yield `${file} has ${version}, docs/changelog.md ${newest}`;
  }
}
