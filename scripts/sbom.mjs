// Merges the SBOMs of the server and of the site into one CycloneDX file, without fields that
// differ between builds.
//
//   sbom.mjs SERVER.json   SERVER.json is the list of the server's crates
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const server = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { packages } = JSON.parse(readFileSync(new URL("../web/package-lock.json", import.meta.url), "utf8"));
const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

// Assets that the build embeds are no code dependencies: the typeface and the icons.
const CONTENTS = ["@fontsource-variable/figtree", "bootstrap-icons"];
const FOLDER = "node_modules/";

const nameOf = (path) => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
const reference = (name, { version }) => `${name}@${version}`;

/** The packages of the site. The first one, under "", is the site itself. */
const shipped = Object.entries(packages)
  .filter(([path, each]) => path === "" || !each.dev || CONTENTS.includes(nameOf(path)))
  .map(([path, each]) => ({ ...each, path, name: path === "" ? each.name : nameOf(path) }));

/** Resolves a package name from another package: its own copy, or one of a parent folder. */
function meant(name, from) {
  const paths = [`${from && `${from}/`}${FOLDER}${name}`, `${FOLDER}${name}`];
  return paths.map((path) => shipped.find((each) => each.path === path)).find(Boolean);
}

const components = shipped.map((each) => ({
  type: each.path === "" ? "application" : "library",
  "bom-ref": reference(each.name, each),
  name: each.name,
  version: each.version,
  licenses: [{ expression: each.license }],
  purl: `pkg:npm/${each.name.replace("@", "%40")}@${each.version}`,
}));
const dependencies = shipped.map((each) => {
  const named = Object.keys({ ...each.dependencies, ...each.peerDependencies });
  const wanted = [...named, ...(each.path === "" ? CONTENTS : [])]
    .map((name) => meant(name, each.path))
    .filter(Boolean);
  return { ref: reference(each.name, each), dependsOn: wanted.map((other) => reference(other.name, other)) };
});

const own = server.metadata.component;
server.dependencies.find(({ ref }) => ref === own["bom-ref"]).dependsOn.push(components[0]["bom-ref"]);
const list = {
  $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: { timestamp: new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000).toISOString(), component: own },
  components: [...server.components, ...components],
  dependencies: [...server.dependencies, ...dependencies],
};
const text = JSON.stringify(list, null, 1);
// A workspace package's reference contains its folder, which differs between machines.
process.stdout.write(`${text.replaceAll(pathToFileURL(root).href, "file:///.").replaceAll(root, ".")}\n`);
