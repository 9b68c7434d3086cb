import type { Page } from "@playwright/test";
import { fillApplication, newApplication, submitButton } from "./application-form";
import { expect, fillContact, newRequest, sendButton, test } from "./fixtures";
import { signedIn } from "./records";
import { openJob, openJobs } from "./site";

// A filter or a proxy keeps one file away.

type Job = { path: string; act: (page: Page) => Promise<void>; done: RegExp };

const jobs: Record<string, Job> = {
  "the contact form": {
    path: "/contact",
    async act(page) {
      await fillContact(page, newRequest());
      await sendButton(page).click();
    },
    done: /Your Consultation Added Successfully|Thank you\. We will read it/,
  },
  "an application": {
    path: openJob.path,
    async act(page) {
      await fillApplication(page.locator("main"), newApplication());
      await submitButton(page.locator("main")).click();
    },
    done: /Application Submitted Successfully!|Thank you\. You will hear/,
  },
  "an application from the list of jobs": {
    path: "/careers",
    async act(page) {
      await page.getByRole("button", { name: `Apply here: ${openJob.title}` }).click();
      const form = page.locator("form[method=post]");
      await expect(form).toBeVisible();
      await page.waitForLoadState("networkidle");
      await fillApplication(form, newApplication());
      await submitButton(form).click();
    },
    done: /Application Submitted Successfully!|Thank you\. You will hear/,
  },
};

test("every form can be sent without any one of its files", async ({ page, consoleErrors }) => {
  test.setTimeout(180_000);
  test.skip(openJobs.length === 0, "no job is open");
  const loaded = new Set<string>();
  const tried = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(?:js|wasm)$/.test(pathname)) loaded.add(pathname);
  });
  for (const [name, { path, act, done }] of Object.entries(jobs)) {
    const send = async () => {
      await page.goto(path, { waitUntil: "commit" });
      await page.waitForLoadState("networkidle");
      await act(page);
      await expect(page.getByText(done).first()).toBeVisible();
    };
    /* oxlint-disable no-await-in-loop -- one file after the other */
    await send();
    // What the forms before have loaded, too, has been kept away there.
    for (const file of Array.from(loaded).filter((one) => !tried.has(one))) {
      await page.route(`**${file}`, (route) => route.abort());
      await test.step(`${name} without ${file}`, send);
      await page.unroute(`**${file}`);
      tried.add(file);
    }
    /* oxlint-enable no-await-in-loop */
  }
  expect(tried.size).toBeGreaterThan(16);
  const complaint = /module|import|fetch|Failed|ERR_FAILED/;
  expect(consoleErrors.splice(0).filter((text) => !complaint.test(text))).toEqual([]);
});

test("a form is sent without a file that never comes", async ({ page }) => {
  await page.route(/\/assets\/send-.*\.js$/, () => undefined);
  await page.goto("/contact");
  await fillContact(page, newRequest());
  await sendButton(page).click();
  await expect(page.getByText(/Thank you\. We will read it/)).toBeVisible();
});

test("the dashboard says that it is late, and reloads on request", async ({
  page,
  consoleErrors,
}) => {
  await page.clock.install();
  await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("/dashboard", { waitUntil: "commit" });
  const late = page.getByText("This page is taking a long time to load.");
  await expect(late).toBeAttached();
  await expect(late).toBeHidden();
  await expect(late).toBeVisible();
  await page.unroute("**/assets/*.js");
  await page.getByRole("link", { name: "Reload it" }).click();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await expect(late).toHaveCount(0);
  consoleErrors.splice(0);
});

const withoutWebAssembly: Record<string, (page: Page) => Promise<unknown>> = {
  "without WebAssembly": (page) =>
    page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly")),
  "whose proxy refuses WebAssembly": (page) =>
    page.route("**/*", async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch();
      const policy = response.headers()["content-security-policy"] ?? "";
      return route.fulfill({
        response,
        headers: {
          ...response.headers(),
          "content-security-policy": policy.replace("'wasm-unsafe-eval'", ""),
        },
      });
    }),
};

for (const [which, take] of Object.entries(withoutWebAssembly)) {
  test(`a browser ${which} sends forms, and says why it shows no dashboard`, async ({
    page,
    server,
    consoleErrors,
  }) => {
    await take(page);
    await page.goto("/contact");
    await fillContact(page, newRequest());
    await sendButton(page).click();
    await expect(page.getByText("Your Consultation Added Successfully")).toBeVisible();
    const { access } = await server.sharedSession(server.admin);
    await page.evaluate((token) => localStorage.setItem("access", token), access);
    for (const path of ["/dashboard", "/consultationDetail/some"]) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      await page.goto(path, { waitUntil: "commit" });
      // oxlint-disable-next-line no-await-in-loop -- as above
      await expect(page.getByRole("alert")).toContainText("WebAssembly is turned off or blocked");
    }
    consoleErrors.splice(0);
  });
}

test("the dashboard offers to reload if its rules never come", async ({ page, admin }) => {
  await signedIn(page, admin);
  await page.clock.install();
  let comes = false;
  await page.route("**/assets/staff_bg-*.wasm", (route) => (comes ? route.continue() : undefined));
  await page.reload({ waitUntil: "commit" });
  const waiting = page.getByRole("main").getByRole("status");
  // First the session is checked without the rules.
  await expect(async () => {
    await page.clock.fastForward(10_000);
    const note = "This page is taking a long time to load. Reload it";
    await expect(waiting).toHaveText(note, { timeout: 500 });
  }).toPass();
  comes = true;
  await page.getByRole("link", { name: "Reload it" }).click();
  await expect(page.getByRole("heading", { name: "Consultations" })).toBeVisible();
});

test.describe("until scripts run", () => {
  test.use({ viewport: { width: 375, height: 667 } });

  test("menu, services and the name of a chosen file are those of HTML", async ({ page }) => {
    await page.route("**/assets/*.js", () => undefined);
    await page.goto(openJob.path, { waitUntil: "commit" });
    await page.getByLabel("CV").setInputFiles(newApplication().cv);
    await expect(page.getByLabel("CV")).toHaveCSS("opacity", "1");
    await expect(page.getByText("Drop your file here")).toBeHidden();
    await page.getByRole("banner").getByRole("link", { name: "Menu" }).click();
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "FAQ" })).toBeInViewport();

    await page.setViewportSize({ width: 1280, height: 800 });
    const services = page.getByRole("navigation", { name: "Main" });
    await services.getByRole("button", { name: "Services" }).focus();
    await expect(services.getByRole("link", { name: "Website Design" })).toBeVisible();
  });
});
