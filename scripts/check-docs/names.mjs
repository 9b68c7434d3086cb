// Checks the names in documents: URLs, metrics, settings, types and functions, and the version.
import { files, readSource } from "./files.mjs";

const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

// System folders, a URL of Patroni, and the folder of built files.
const ELSEWHERE = new Set(["/root", "/tmp", "/var/tmp", "/primary", "/assets"]);
const INSTALLED = /^\/(etc|usr|var)\/[\w./-]+$/;

const router = readSource("server/src/router.rs");
const routesIn = (text) => [...text.matchAll(/\.route\(\s*"([^"]+)",\s+(get|post)\(/g)].map(([, path, method]) => [path, method]);
const calls = new Map(routesIn(router));
for (const [path, method] of routesIn(readSource("server/src/openapi/mod.rs"))) calls.set(`/api${path}`, method);
const sources = files.filter((file) => /^(core|server)\/src\/.*\.rs$/.test(file)).map(readSource).join("");
const tables = matches(sources, /, stored in "(\w+)" as "\w+" \{/g);
const documented = /#\[utoipa::path\(\s*(get|post),\s*path = "([^"]+)",\s*tag = "(\w+)"/g;
for (const [, method, path, tag] of sources.matchAll(documented)) {
  // The calls about records are nested under each list.
  const starts = tag === "records" ? tables.map((table) => `/${table}`) : [""];
  for (const start of starts) calls.set(`/api${start}${path}`.replace(/\/$/, ""), method);
}
const pages = matches(readSource("web/src/paths.ts"), /["`](\/[^"`]*)["`]/g);
const slugs = new Set(
  files.flatMap(
    (file) => /^web\/src\/content\/(?:projects|services|jobs)\/([^/]+?)(?:\/index)?\.ts$/.exec(file)?.[1] ?? [],
  ),
);

/** Returns whether the server or a page of the site responds to an address, with its method if one is given. */
function isAnswered(method, address) {
  const path = address.replace(/\?.*/, "").replace(/(?<=.)\/$/, "");
  if (ELSEWHERE.has(path) || INSTALLED.test(path)) return true;
  for (const [route, verb] of calls) {
    if (fits(path, route, /\{\w+\}/g) && (method === undefined || method.toLowerCase() === verb)) return true;
  }
  if (method !== undefined && method !== "GET") return false;
  return pages.some((page) => fits(path, page, /\$\{.*?\}|:\w+/g) && (page === path || isSlug(path)));
}

const isSlug = (path) => slugs.has(path.split("/").at(-1));
const fits = (path, route, hole) => new RegExp(`^${route.replace(hole, "[^/]+")}$`).test(path);

export function* problemsInAddress(span) {
  const [, method, address] = /^(?:(GET|POST|PUT|PATCH|DELETE) )?(\/\S*)$/.exec(span) ?? [];
  if (address !== undefined && !isAnswered(method, address)) yield `no route for ${span}`;
}

/** Compares the metrics in docs/operations.md with those of the server, in both directions. */
export function* problemsInMetrics() {
  const sources = ["monitoring/metrics", "probes/mod"].map((name) => readSource(`server/src/${name}.rs`)).join("");
  const counted = new Set(matches(sources, /(?:\(|encoder, )\s*"([a-z]+(?:_[a-z]+)+)"/g));
  const table = /^\| metric \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(readSource("docs/operations.md"))[1];
  const documented = new Set();
  for (const row of table.trim().split("\n")) {
    let last = "";
    for (const name of matches(row.split("|")[1], /`([^`]+)`/g)) {
      if (!name.startsWith("…")) last = name;
      documented.add(name.replace("…", last));
    }
  }
  for (const name of documented) if (!counted.has(name)) yield `docs/operations.md: the server has no metric ${name}`;
  for (const name of counted) if (!documented.has(name)) yield `docs/operations.md does not mention the metric ${name}`;
}

const isSource = (file) =>
  /\.(rs|ts|tsx|mjs|sh|sql|toml|yml)$|^Makefile$|^\.env\.example$|^scripts\/packaging\//.test(file) &&
  !file.startsWith("scripts/check-docs");
const words = new Set(files.filter(isSource).flatMap((file) => readSource(file).match(/\w+/g) ?? []));

// Names from browsers, Postgres, PgBouncer and journald, and settings that were removed.
const UNUSED = new Set([
  "postMessage",
  "ssl_cert_file",
  "ssl_key_file",
  "synchronous_standby_names",
  "max_prepared_statements",
  "RateLimitBurst",
  "RateLimitIntervalSec",
  "STATEMENT_CACHE",
]);

/** Yields types, functions and variables that no source contains. Names with the prefix pg_ belong to Postgres. */
export function* problemsInName(span) {
  const name = /^([A-Z][A-Z_]{2,})=/.exec(span)?.[1] ?? /^[A-Za-z]\w*(?:::\w+)*$/.exec(span)?.[0];
  if (name === undefined || name.startsWith("pg_") || UNUSED.has(name) || !/::|_|[a-z][A-Z]|^[A-Z]{3,}$/.test(name))
    return;
  for (const part of name.split("::")) if (!words.has(part)) yield `no source contains ${part}`;
}

/** Compares the settings in README.md with those in .env.example. */
export function* problemsInSettings() {
  const documented = new Set(matches(readSource("README.md"), /^\| `([A-Z_]+)` \|/gm));
  const offered = new Set(matches(readSource(".env.example"), /^#? ?([A-Z][A-Z_]+)=/gm));
  for (const name of documented) if (!offered.has(name)) yield `.env.example has no ${name}, which README.md mentions`;
  for (const name of offered) if (!documented.has(name)) yield `README.md does not mention ${name} of .env.example`;
}

/** Compares every version with the newest one of the changelog. */
export function* problemsInVersions() {
  const newest = /^## (\d+\.\d+\.\d+)\b/m.exec(readSource("docs/changelog.md"))?.[1];
  const lock = JSON.parse(readSource("web/package-lock.json"));
  const versions = {
    "Cargo.toml": /^version = "(.*)"$/m.exec(readSource("Cargo.toml"))?.[1],
    "web/package.json": JSON.parse(readSource("web/package.json")).version,
    "web/package-lock.json": lock.version === lock.packages[""].version ? lock.version : "two versions",
  };
  for (const [file, version] of Object.entries(versions)) {
    if (version !== newest) yield `${file} has ${version}, docs/changelog.md ${newest}`;
  }
}
