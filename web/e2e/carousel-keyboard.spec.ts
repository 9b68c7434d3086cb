import { passTime } from "./carousel";
import { expect, test } from "./fixtures";

test("carousels follow the arrow keys and stop under the focus", async ({ page }) => {
  await page.clock.install();
  await page.goto("/");
  const carousel = page.getByRole("group", { name: "Client testimonials" });
  await carousel.scrollIntoViewIfNeeded();
  await expect(carousel.getByRole("button", { name: "Pause" })).toBeVisible();
  const shown = () => carousel.getByRole("group").allTextContents();
  const next = carousel.getByRole("button", { name: "Next" });
  const previous = carousel.getByRole("button", { name: "Previous" });

  await next.focus();
  // The button that starts it again stays.
  const play = carousel.getByRole("button", { name: "Play" });
  await expect(play).toBeVisible();
  const first = await shown();
  await passTime(carousel, 20_000);
  expect(await shown()).toEqual(first);

  await page.keyboard.press("ArrowRight");
  await expect.poll(shown).not.toEqual(first);
  await previous.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(shown).toEqual(first);

  // Elsewhere it does not go on by itself, either.
  await page.getByRole("contentinfo").getByRole("link").first().focus();
  await passTime(carousel, 20_000);
  expect(await shown()).toEqual(first);

  await play.focus();
  await page.keyboard.press("Enter");
  const pause = carousel.getByRole("button", { name: "Pause" });
  await expect(pause).toBeFocused();
  await passTime(carousel, 5000);
  await expect.poll(shown).not.toEqual(first);
});
