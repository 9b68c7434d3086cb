import { mkdirSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { expect, test } from "../fixtures";
import { publicPaths } from "../site";
import { freePort } from "./free-port";

const RUNS = 3;
const KINDS = ["performance", "accessibility", "best-practices", "seo"] as const;
const LEAST: Scores = [97, 100, 100, 100];
const folder = new URL("../../../docs/", import.meta.url);

type Scores = number[];

test("Lighthouse on every public page", async ({ server, launchOptions }) => {
  const only = process.env["LIGHTHOUSE_PAGES"]?.split(",");
  const port = await freePort();
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
  });
  const table: [string, Scores][] = [];
  for (const path of only ?? publicPaths) {
    const runs: Scores[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      // oxlint-disable-next-line no-await-in-loop -- side by side they would slow each other down
      runs.push(await audit(server.url + path, port));
    }
    const scores = KINDS.map((_, kind) => median(runs.map((run) => run[kind] ?? 0)));
    table.push([path, scores]);
    process.stdout.write(`${scores.join(" / ").padEnd(24)}${path}\n`);
  }
  await browser.close();
  if (!only) write(table);
  const below = table.filter(([, scores]) => scores.some((score, at) => score < (LEAST[at] ?? 0)));
  expect(below).toEqual([]);
});

/** Chromium may lose the trace of a load, which is no fault of the page. */
async function audit(url: string, port: number, tries = 3): Promise<Scores> {
  const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: [...KINDS] });
  const scores = KINDS.map((kind) => result?.lhr.categories[kind]?.score);
  if (scores.every((score) => typeof score === "number")) {
    return scores.map((score) => Math.round(score * 100));
  }
  const reason = result?.lhr.runtimeError?.message ?? "a score is missing";
  if (tries === 1) throw new Error(`Lighthouse cannot audit ${url}: ${reason}`);
  return audit(url, port, tries - 1);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function write(table: [string, Scores][]) {
  const rows = table.map(([path, scores]) => `| \`${path}\` | ${scores.join(" | ")} |`);
  const text = [
    "# Lighthouse",
    "",
    `Written by \`make prove PART=lighthouse\`: mobile, median of ${RUNS} runs, against the server itself.`,
    "",
    "| page | performance | accessibility | best practices | SEO |",
    "|---|---|---|---|---|",
    ...rows,
    "",
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL("lighthouse.md", folder), text.join("\n"));
}
