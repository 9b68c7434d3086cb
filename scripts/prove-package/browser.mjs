// Builds an app, opens it in Chromium, and compares every vector with the errors of its form
// library.
//
//   browser.mjs APP VECTORS   APP has index.html, and vite and the package in its node_modules
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [app, vectors] = process.argv.slice(2).map((path) => resolve(path));
const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("@playwright/test");
const vite = await import(pathToFileURL(join(app, "node_modules/vite/dist/node/index.js")).href);

const root = { root: app, logLevel: "warn" };
await vite.build({ ...root, build: { target: "es2022" } });
const server = await vite.preview({ ...root, preview: { host: "127.0.0.1", port: 0 } });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(error));
  await page.goto(server.resolvedUrls.local[0]);
  await page.waitForFunction("window.errorsOf");

  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Message is required").waitFor();
  if (await page.evaluate("window.sent")) throw new Error("an empty form was sent");
  const valid = { message: "A shop for engines", full_name: "Ada Lovelace", email: "ada@mail.example", referral: "" };
  for (const [name, value] of Object.entries(valid)) await page.getByLabel(name).fill(value);
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForFunction("window.sent");

  const cases = JSON.parse(readFileSync(vectors, "utf8"));
  const differences = await page.evaluate(async (all) => {
    const hex = (text) => Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
    const file = (value) => (value?.head === undefined ? value : { ...value, head: hex(value.head) });
    const found = [];
    for (const { form, why, values, errors } of all) {
      const sent = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, file(value)]));
      const reported = await window.errorsOf(form, sent);
      if (JSON.stringify(reported) !== JSON.stringify(errors)) found.push({ form, why, errors, reported });
    }
    return found;
  }, cases);
  for (const difference of differences.slice(0, 10)) console.error(JSON.stringify(difference).slice(0, 600));
  console.log(`    ${cases.length} vectors in ${browser.version()}, ${differences.length} differences`);
  if (differences.length > 0 || cases.length < 300) process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
}
