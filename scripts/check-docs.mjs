// Checks the documents against the sources: every path, link, command, URL, metric, setting, type,
// function and test that they name must exist, and the version must be the same everywhere.
import { problemsInCommand, problemsInTargets, targets } from "./check-docs/commands.mjs";
import { drawn, files, isThere, looksLikePath, readSource } from "./check-docs/files.mjs";
import { problemsInAddress, problemsInMetrics, problemsInName, problemsInSettings, problemsInVersions } from "./check-docs/names.mjs";
import { unshown, withoutTests } from "./check-docs/tests.mjs";

const documents = files.filter((file) => /^(README|ARCHITECTURE|CONTRIBUTING)\.md$|^docs\/.*\.md$/.test(file));

/** The anchors of a document's headings, as GitHub writes them. */
function anchors(text) {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
  return new Set(headings.map((heading) => heading.toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-")));
}

function* problemsIn(document) {
  const text = readSource(document);
  yield* unshown(text);
  const described = withoutTests(text);
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const prose = (whole) => whole.replace(/^```.*?^```$/gms, "");
  const spansIn = (whole) => [...prose(whole).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span);
  const spans = spansIn(described);
  const trees = blocks.filter(([, language]) => language === "").flatMap(([, , block]) => drawn(block));
  const commands = blocks
    .filter(([, language]) => language === "sh")
    .flatMap(([, , block]) => block.split("\n"))
    .map((line) => line.replace(/#.*/, ""));

  const words = [...spansIn(text), ...commands].flatMap((code) => code.replace(/#.*/, "").split(/[\s,;()]+/));
  // Earlier releases had other files and commands.
  const isHistory = document === "docs/changelog.md";
  const paths = isHistory ? [] : [...words.filter(looksLikePath), ...trees];
  for (const path of paths) if (!isThere(path)) yield `there is no ${path}`;

  const links = [...text.matchAll(/\]\(([^)]+)\)|\bsrc="([^"]+)"/g)].map(([, link, source]) => link ?? source);
  for (const link of links.filter((each) => !/^\w+:/.test(each))) {
    const { pathname, hash } = new URL(link, `file:///${document}`);
    const path = pathname.slice(1);
    const isDead = !isThere(path) || (hash !== "" && !anchors(readSource(path)).has(decodeURIComponent(hash.slice(1))));
    if (isDead) yield `the link ${link} is dead`;
  }

  for (const code of isHistory ? [] : [...spans, ...commands]) yield* problemsInCommand(code);
  const addresses = [...text.matchAll(/http:\/\/127\.0\.0\.1:8000(\/[\w/.-]*\w)/g)].map(([, path]) => path);
  for (const span of [...spans, ...addresses]) yield* problemsInAddress(span);
  const variables = commands.flatMap((line) => line.split(/\s+/)).filter((word) => /^[A-Z_]+=/.test(word));
  for (const span of [...spans, ...variables]) yield* problemsInName(span);
}

const failures = [...problemsInTargets(), ...problemsInMetrics(), ...problemsInSettings(), ...problemsInVersions()];
for (const document of documents) failures.push(...[...problemsIn(document)].map((problem) => `${document}: ${problem}`));

for (const failure of failures) console.error(failure);
console.log(`${documents.length} documents, ${targets.size} targets: ${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;
