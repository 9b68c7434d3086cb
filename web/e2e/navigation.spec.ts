import type { Page } from "@playwright/test";
import { deferred } from "../test/deferred";
import { expect, fillContact, newRequest, sendButton, test } from "./fixtures";
import { services } from "./site";

const bar = (page: Page) => page.getByRole("navigation", { name: "Main", exact: true });
const servicesButton = (page: Page) => bar(page).getByRole("button", { name: "Services" });
const panelLinks = (page: Page) => bar(page).locator("ul").getByRole("link");

test("highlights the link of the current page", async ({ page }) => {
  await page.goto("/about");
  const current = bar(page).locator("[aria-current]");
  await expect(current).toHaveText(["About Us"]);
  await bar(page).getByRole("link", { name: "Our Works" }).click();
  await expect(current).toHaveText(["Our Works"]);
  await page.goto("/service/website");
  await expect(current).toHaveText(["Services"]);
});

test("opens and closes the services panel with the pointer", async ({ page }) => {
  await page.goto("/");
  const strip = page.getByRole("complementary", { name: "Contact details" });
  await expect(strip.locator("a[href^='tel:']")).toBeVisible();
  await expect(strip.locator("a[href^='mailto:']")).toBeVisible();
  await servicesButton(page).hover();
  await expect(servicesButton(page)).toHaveAttribute("aria-expanded", "true");
  await expect(panelLinks(page)).toHaveText(services.map(({ name }) => name));
  const panel = bar(page).locator("[data-open]");
  await expect(panel.locator("p").first()).toHaveText("Website Design");
  await expect(panel.locator("p").nth(1)).toHaveText(/./);
  await expect(panel.getByAltText("")).toBeVisible();
  await panelLinks(page).nth(3).hover();
  await expect(panel.locator("p").first()).toHaveText("Mobile Applications");
  await page.mouse.move(700, 850);
  await expect(servicesButton(page)).toHaveAttribute("aria-expanded", "false");
  await expect(panelLinks(page).first()).toBeHidden();
  await servicesButton(page).hover();
  await expect(bar(page).locator("[data-open] p").first()).toHaveText("Website Design");
});

test("marks Contact Us as the current page in the bar and in the menu", async ({ page }) => {
  await page.goto("/");
  const links = page.locator("header a, dialog a").filter({ hasText: /^Contact Us$/ });
  await expect(links).toHaveCount(2);
  const inBar = page.getByRole("banner").getByRole("link", { name: "Contact Us" });
  await expect(inBar).not.toHaveAttribute("aria-current");
  await expect(inBar).toHaveCSS("text-decoration-line", "none");
  await inBar.click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(inBar).toHaveAttribute("aria-current", "page");
  await expect(inBar).toHaveCSS("text-decoration-line", "underline");
  await expect(links.nth(1)).toHaveAttribute("aria-current", "page");
});

test("operates the services panel by keyboard", async ({ page }) => {
  const { keyboard } = page;
  await page.goto("/");
  await servicesButton(page).focus();
  await keyboard.press("Enter");
  await expect(panelLinks(page).first()).toBeVisible();
  await keyboard.press("Tab");
  await expect(panelLinks(page).first()).toBeFocused();
  await keyboard.press("Tab");
  await expect(bar(page).locator("[data-open] p").first()).toHaveText("Website Development");
  await keyboard.press("Escape");
  await expect(servicesButton(page)).toBeFocused();
  await expect(panelLinks(page).first()).toBeHidden();
  await keyboard.press("Enter");
  await keyboard.press("Shift+Tab");
  await expect(panelLinks(page).first()).toBeHidden();
  await servicesButton(page).focus();
  await keyboard.press("Space");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/service\/website-design$/);
  await expect(panelLinks(page).first()).toBeHidden();
});

test("Escape closes the services panel in the instant that it opens", async ({ page }) => {
  await page.goto("/");
  await servicesButton(page).evaluate((button) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
      document.body.dataset["pressed"] = "";
    }).observe(button, { attributeFilter: ["aria-expanded"] });
  });
  await servicesButton(page).hover();
  await expect(page.locator("body")).toHaveAttribute("data-pressed");
  await expect(panelLinks(page).first()).toBeHidden();
});

test.describe("on a wide touch screen", () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 768 } });

  test("opens and closes the services panel by touch", async ({ page }) => {
    await page.goto("/");
    await servicesButton(page).tap();
    await expect(panelLinks(page).first()).toBeVisible();
    await servicesButton(page).tap();
    await expect(panelLinks(page).first()).toBeHidden();
    await servicesButton(page).tap();
    await expect(panelLinks(page).first()).toBeVisible();
    await page.touchscreen.tap(512, 740);
    await expect(panelLinks(page).first()).toBeHidden();
    await servicesButton(page).tap();
    await panelLinks(page).nth(2).tap();
    await expect(page).toHaveURL(/\/service\/website-applications$/);
  });
});

test("uses the desktop layout from 768 pixels", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto("/");
  await expect(bar(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Menu" })).toBeHidden();
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(bar(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
});

test("bar becomes compact after 50 pixels, and moves nothing", async ({ page }) => {
  await page.goto("/");
  const header = page.getByRole("banner");
  const heading = page.getByRole("heading", { level: 1 });
  const top = () => heading.evaluate((node) => node.getBoundingClientRect().top + scrollY);
  const before = await top();
  await page.mouse.wheel(0, 50);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(50);
  await expect(header).not.toHaveAttribute("data-compact");
  await page.mouse.wheel(0, 1);
  await expect(header).toHaveAttribute("data-compact");
  expect(await top()).toBe(before);
});

test("focuses the bar without scrolling the page", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => scrollTo(0, 900));
  await servicesButton(page).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(servicesButton(page)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(900);
});

test.describe("menu of narrow screens", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("covers the screen, traps the focus and closes", async ({ page }) => {
    const { keyboard } = page;
    await page.goto("/");
    const button = page.getByRole("button", { name: "Menu" });
    const menu = page.getByRole("dialog", { name: "Menu" });
    await button.click();
    await expect(menu).toBeVisible();
    await menu.evaluate((node) =>
      Promise.all(node.getAnimations().map(({ finished }) => finished)),
    );
    expect(await menu.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    for (let stop = 0; stop < 30; stop += 1) {
      /* oxlint-disable no-await-in-loop -- one stop after the other */
      await keyboard.press("Tab");
      await expect(menu.locator(":focus")).toHaveCount(1);
      /* oxlint-enable no-await-in-loop */
    }
    await page.mouse.wheel(0, 300);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  });

  test("expands the services, and closes when one is chosen", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    const toggle = menu.getByRole("button", { name: "Services" });
    const service = menu.getByRole("link", { name: /^Digital Marketing/ });
    await expect(service).toBeHidden();
    await toggle.click();
    await expect(service).toBeVisible();
    await expect(service.getByAltText("")).toBeVisible();
    await toggle.click();
    await expect(service).toBeHidden();
    await toggle.click();
    await service.click();
    await expect(page).toHaveURL(/\/service\/digital-marketing$/);
    await expect(menu).toBeHidden();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test("shows a toast that comes while it is open", async ({ page }) => {
    const opened = deferred<void>();
    await page.route("**/api/consultations/create**", async (route) => {
      await opened.promise;
      await route.abort();
    });
    await page.goto("/contact");
    await fillContact(page, newRequest());
    await sendButton(page).click();
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu).toBeVisible();
    opened.resolve();
    const toast = menu.locator(".Toastify__toast").filter({ hasText: "Something went wrong" });
    // A click that something else received would fail.
    await toast.getByRole("button", { name: "close", exact: true }).click();
    await expect(toast).toHaveCount(0);
    await menu.getByRole("button", { name: "Close menu" }).click();
    await expect(menu).toBeHidden();
    await expect(page.locator("#toasts")).toBeAttached();
    await expect(page.locator("dialog #toasts")).toHaveCount(0);
  });

  test("ends with Contact Us", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu.getByRole("link").last()).toHaveText("Contact Us");
    await menu.getByRole("link", { name: "Contact Us" }).click();
    await expect(page).toHaveURL(/\/contact$/);
    await page.goBack();
    await expect(menu).toBeHidden();
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });

    test("links to the site map at the end of the page", async ({ page }) => {
      await page.goto("/");
      await page.getByRole("link", { name: "Menu" }).click();
      await expect(page.getByRole("contentinfo").getByText("Our Services")).toBeInViewport();
    });
  });
});

test("preloads a page when its link is hovered or focused", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  const about = page.waitForRequest(/\/assets\/AboutPage-/);
  await bar(page).getByRole("link", { name: "About Us" }).hover();
  await about;
  const faq = page.waitForRequest(/\/assets\/FaqPage-/);
  await bar(page).getByRole("link", { name: "FAQ" }).focus();
  await faq;
  await expect(page).toHaveURL(/\/$/);
});
