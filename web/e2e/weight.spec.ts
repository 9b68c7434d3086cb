import { expect, test } from "./fixtures";

const KB = 1024;
const BUDGET = 220 * KB;

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });

test("home page transfers little before scrolling", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const addresses = new Map<string, string>();
  const parts: { kilobytes: number; path: string }[] = [];
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    addresses.set(requestId, new URL(request.url).pathname);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const path = addresses.get(requestId) ?? "";
    parts.push({ kilobytes: Number((encodedDataLength / KB).toFixed(1)), path });
  });
  await page.goto("/", { waitUntil: "networkidle" });
  const total = parts.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
  for (const { kilobytes, path } of parts.toSorted((a, b) => b.kilobytes - a.kilobytes)) {
    process.stdout.write(`${kilobytes.toFixed(1).padStart(9)} KB  ${path}\n`);
  }
  process.stdout.write(`${total.toFixed(1).padStart(9)} KB  in all, of ${BUDGET / KB}\n`);
  expect(total * KB).toBeLessThanOrEqual(BUDGET);
});

test("loads a case study's styles, font and picture before its scripts", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const priorities: Record<string, Set<string>> = {};
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ type, request }) => {
    if (new URL(request.url).pathname.startsWith("/assets/")) {
      (priorities[type ?? ""] ??= new Set()).add(request.initialPriority);
    }
  });
  await page.goto("/project/foodblog-recipe", { waitUntil: "networkidle" });
  expect([...(priorities["Stylesheet"] ?? [])]).toEqual(["VeryHigh"]);
  expect([...(priorities["Font"] ?? [])]).toEqual(["High"]);
  expect([...(priorities["Image"] ?? [])]).toContain("High");
  expect([...(priorities["Script"] ?? [])]).toEqual(["Low"]);
});
