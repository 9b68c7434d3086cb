import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preloadOnIntent } from "./preload-on-intent";

const preload = vi.fn(async (_pathname: string) => undefined);
let stop: () => void;

beforeEach(() => {
  preload.mockReset().mockResolvedValue(undefined);
  stop = preloadOnIntent(preload);
  document.body.innerHTML = `
    <a id="about" href="/about?page=2"><b>About</b></a>
    <a id="faq" href="/faq">FAQ</a>
    <a id="here" href="${location.pathname}#part">Here</a>
    <a id="other" href="https://other.example/about">Another site</a>
    <a id="mail" href="mailto:ada@example.com">Mail</a>
    <button>About</button>`;
});
afterEach(() => stop());

function touch(selector: string, type: string) {
  document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));
}

test.each(["pointerover", "focusin", "touchstart"])("preloads a link's page on %s", (type) => {
  touch("#about b", type);
  touch("#faq", type);
  expect(preload.mock.calls).toEqual([["/about"], ["/faq"]]);
});

test("preloads once while the pointer moves within the link", () => {
  touch("#about", "pointerover");
  touch("#about b", "pointerover");
  touch("#about", "focusin");
  expect(preload).toHaveBeenCalledOnce();
});

test.each(["#here", "#other", "#mail", "button"])("preloads nothing for %s", (selector) => {
  touch(selector, "pointerover");
  expect(preload).not.toHaveBeenCalled();
});

test("ignores a page that cannot be loaded", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  preload.mockImplementation(() => Promise.reject(new TypeError("Failed to fetch")));
  touch("#about", "pointerover");
  expect(preload).toHaveBeenCalledOnce();
  // Node reports a rejection after the microtasks of the task in which it happened.
  await new Promise((resolve) => setTimeout(resolve));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
