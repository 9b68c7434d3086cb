// Refuses words that are out of use, and public names that cannot be searched for.
import { files, readSource } from "./check-docs/files.mjs";

const WORDS =
  /\b(whoever|whose|besides?|meanwhile|anew|stands|told|comes|is led to|so many)\b/gi;
const NAMES = "(of|read|find|run|text)";
const RUST_FUNCTION = new RegExp(
  String.raw`\bpub(?:\([^)]*\))? (?:(?:const|async|unsafe) )*fn ${NAMES}\b`,
  "g",
);
const SCRIPT_FUNCTION = new RegExp(
  String.raw`\bexport (?:(?:async )?function\*? |const (?=\w+ = (?:async )?(?:\(|\w+ =>)))${NAMES}\b`,
  "g",
);

/** Files that are not checked, with the reason. */
const EXEMPT = [
  { path: /^LICENSE$|\/LICENSES?\b/, reason: "texts of other authors" },
  { path: /(^|\/)(Cargo\.lock|package-lock\.json)$/, reason: "generated" },
  {
    path: /^docs\/measured\//,
    reason: "generated: the last run of each command",
  },
  {
    path: /^(core\/tests\/vectors|server\/src\/intake\/spam\/tests\/(bots|people))\.json$/,
    reason: "test data, as visitors write it",
  },
  { path: /^scripts\/check-words\.mjs$/, reason: "names the words" },
];

/** Uses that are allowed, with the reason. */
const ALLOWED = [
  {
    path: /^web\/(src\/content|pictures)\//,
    words: /./,
    reason: "marketing copy, edited by hand",
  },
];

const BINARY =
  /\.(webp|png|jpe?g|gif|ico|woff2?|ttf|otf|pdf|docx|wasm|gz|br|svg)$/;

/** Returns the out-of-use words and unsearchable names of a file, as sentences with line numbers. */
function findingsIn(path, text) {
  const line = (index) => text.slice(0, index).split("\n").length;
  const isAllowed = (word) =>
    ALLOWED.some((rule) => rule.path.test(path) && rule.words.test(word));
  const functions = path.endsWith(".rs") ? RUST_FUNCTION : SCRIPT_FUNCTION;
  const isCode = /\.(rs|[cm]?[jt]sx?)$/.test(path);
  return [
    ...[...text.matchAll(WORDS)]
      .filter(([word]) => !isAllowed(word))
      .map(
        ({ 0: word, index }) =>
          `${path}:${line(index)}: "${word}" is out of use`,
      ),
    ...(isCode ? [...text.matchAll(functions)] : []).map(
      ({ 1: name, index }) =>
        `${path}:${line(index)}: the public function ${name} needs a name to search for`,
    ),
  ];
}

/** Checks the patterns on examples. */
function selfTest() {
  const cases = [
    ["a.md", "He told her.", 1],
    ["a.md", "Whose\nfile, and who comes?", 2],
    ["a.md", "toldest, outcomes, stand, reads", 0],
    ["a.rs", "pub(crate) async fn read(path: &Path)", 1],
    ["a.rs", "pub const fn of() {}\nfn find() {}\npub fn find_record() {}", 1],
    [
      "a.ts",
      "export async function run() {}\nexport const text = (value) => value;",
      2,
    ],
    [
      "a.ts",
      "export const text = z.string();\nfunction find() {}\nexport function readForm() {}",
      0,
    ],
    ["a.md", "export function run() {}", 0],
    ["web/src/content/home.ts", "Every site comes with care.", 0],
  ];
  for (const [path, text, expected] of cases) {
    const found = findingsIn(path, text);
    if (found.length !== expected)
      throw new Error(
        `${path}, ${text}: ${found.length} instead of ${expected}`,
      );
  }
}

selfTest();
const skipped = [...EXEMPT.map(({ path }) => path), BINARY];
const checked = files.filter(
  (path) => !skipped.some((pattern) => pattern.test(path)),
);
const findings = checked.flatMap((path) => findingsIn(path, readSource(path)));
for (const finding of findings) console.error(finding);
console.log(
  `${checked.length} files: ${findings.length} words and names out of use`,
);
process.exitCode = findings.length === 0 ? 0 : 1;
