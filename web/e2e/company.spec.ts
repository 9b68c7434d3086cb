import { passTime } from "./carousel";
import { expect, test } from "./fixtures";
import { openJob, openJobs, services } from "./site";

test.describe("service", () => {
  test("links to the other services, each from the top of its page", async ({ page }) => {
    await page.goto("/service/website-design");
    const others = page.getByRole("region", { name: "Our other services" });
    await expect(others.getByRole("link")).toHaveCount(services.length - 1);
    await others.getByRole("link", { name: "Cloud Hosting" }).click();
    await expect(page).toHaveURL(/\/service\/cloud-hosting$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Cloud hosting/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });
});

test("company pages send no requests to the API", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/|\.wasm$/.test(request.url())) calls.push(request.url());
  });
  for (const path of ["/about", "/service/website", "/careers", "/hireus", "/faq"]) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await page.goto(path, { waitUntil: "networkidle" });
  }
  expect(calls).toEqual([]);
});

test.describe("questions", () => {
  test("open one at a time, by pointer and by keyboard", async ({ page }) => {
    await page.goto("/faq");
    const questions = page.locator("summary");
    const answers = page.locator("details > p");
    await expect(questions).toHaveCount(10);
    await expect(answers.first()).toBeVisible();
    await questions.nth(2).click();
    await expect(answers.nth(2)).toBeVisible();
    await expect(page.locator("details[open]")).toHaveCount(1);
    await questions.nth(2).click();
    await expect(page.locator("details[open]")).toHaveCount(0);
    await questions.first().focus();
    await page.keyboard.press("Tab");
    await expect(questions.nth(1)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(answers.nth(1)).toBeVisible();
    await expect(page.locator("details[open]")).toHaveCount(1);
    await page.keyboard.press("Space");
    await expect(page.locator("details[open]")).toHaveCount(0);
  });
});

test.describe("about page", () => {
  test("counts up to its figures", async ({ page }) => {
    await page.goto("/about");
    const figures = page.getByRole("region", { name: "Our Impact" }).getByRole("definition");
    await figures
      .first()
      .evaluate((node) =>
        scrollTo(0, node.getBoundingClientRect().top + scrollY - 1.5 * innerHeight),
      );
    await expect(figures.first().locator("[data-shown]")).toHaveAttribute("data-shown", "0+");
    await expect(figures.first()).toHaveText("50+");
    // The final values are in the text, so the test watches what is drawn.
    const shown = await figures.first().evaluateHandle((figure) => {
      const numbers: number[] = [];
      const note = () => {
        const { dataset } = figure.firstElementChild as HTMLElement;
        numbers.push(Number.parseInt(dataset["shown"] ?? figure.textContent, 10));
      };
      note();
      new MutationObserver(note).observe(figure, { attributes: true, subtree: true });
      return numbers;
    });
    await figures.first().scrollIntoViewIfNeeded();
    await expect.poll(() => shown.evaluate((numbers) => numbers.at(-1))).toBe(50);
    const numbers = await shown.jsonValue();
    expect(numbers).toContain(0);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    await expect(figures).toHaveText(["50+", "20+", "10+", "100%"]);
  });

  test.describe("with reduced motion", () => {
    test.use({ contextOptions: { reducedMotion: "reduce" } });

    for (const [width, count] of [
      [639, 1],
      [640, 2],
      [1024, 3],
    ] as const) {
      test(`shows ${count} testimonials at ${width} pixels, and turns them by dots`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto("/about");
        const carousel = page.getByRole("group", { name: "Client testimonials" });
        await carousel.scrollIntoViewIfNeeded();
        await expect(carousel.getByRole("button", { name: "Play" })).toBeVisible();
        const shown = carousel.getByRole("group");
        await expect(shown).toHaveCount(count);
        await expect(shown.first()).toHaveAccessibleName("1 of 6");
        await carousel.getByRole("button", { name: /4/ }).click();
        await expect(shown.first()).toHaveAccessibleName("4 of 6");
      });
    }
  });

  test("plays its testimonials in a loop", async ({ page }) => {
    await page.clock.install();
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto("/about");
    const carousel = page.getByRole("group", { name: "Client testimonials" });
    await carousel.scrollIntoViewIfNeeded();
    await expect(carousel.getByRole("button", { name: "Pause" })).toBeVisible();
    const shown = carousel.getByRole("group");
    await expect(shown).toHaveAccessibleName("1 of 6");
    for (const name of ["2 of 6", "3 of 6", "4 of 6", "5 of 6", "6 of 6", "1 of 6"]) {
      /* oxlint-disable no-await-in-loop -- one after the other */
      await passTime(carousel, 3600);
      await expect(shown).toHaveCount(1);
      await expect(shown).toHaveAccessibleName(name);
      /* oxlint-enable no-await-in-loop */
    }
  });
});

test("open jobs are in a grid, each with an apply button", async ({ page }) => {
  await page.goto("/careers");
  const cards = page.getByRole("region", { name: "Open positions" }).getByRole("listitem");
  await expect(cards.getByRole("heading")).toHaveText(openJobs.map(({ title }) => title));
  await expect(cards.getByRole("button", { name: "Apply here" })).toHaveCount(openJobs.length);
  // They have no last day.
  await page.clock.setFixedTime(new Date("2099-03-01T12:00:00Z"));
  await page.reload();
  await expect(cards).toHaveCount(openJobs.length);
  await cards.last().getByRole("button", { name: "Apply here" }).click();
  const name = `Apply: ${openJobs.at(-1)?.title}`;
  await expect(page.getByRole("dialog", { name })).toBeVisible();
});

for (const [path, long] of [
  ["/contact", "Message"],
  [openJob.path, "Cover Letter"],
] as const) {
  test(`places name and email side by side on ${path}, and the long text below`, async ({
    page,
  }) => {
    await page.goto(path);
    const box = async (label: string) => {
      const field = page.locator("form").getByLabel(label, { exact: true });
      return (await field.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    };
    const [name, email, text] = [await box("Full Name"), await box("Email"), await box(long)];
    expect(email.y).toBe(name.y);
    expect(email.x).toBeGreaterThan(name.x + name.width);
    expect(text.x).toBe(name.x);
    expect(text.width).toBeCloseTo(email.x + email.width - name.x, 0);
  });
}
