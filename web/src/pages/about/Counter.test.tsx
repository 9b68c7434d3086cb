import { act, render, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderToString } from "react-dom/server";
import { Counter } from "./Counter";

/** The observers of the page, so that a test can scroll. */
const observers: { margin: string | undefined; report: (isIntersecting: boolean) => void }[] = [];
let still = false;

beforeEach(() => {
  still = false;
  observers.length = 0;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: object[]) => void, { rootMargin }: { rootMargin?: string }) {
        const report = (isIntersecting: boolean) =>
          callback([
            {
              target: this.target,
              isIntersecting,
              intersectionRatio: Number(isIntersecting),
              intersectionRect: { height: 0 },
            },
          ]);
        observers.push({ margin: rootMargin, report });
      }
      target: Element | undefined;
      observe(target: Element) {
        this.target = target;
      }
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("matchMedia", () => ({
    matches: still,
    addEventListener() {},
    removeEventListener() {},
  }));
});

/** Scrolls the figure out of view, or into it. */
function scroll(to: "away" | "visible") {
  act(() => {
    for (const { report } of observers) report(to === "visible");
  });
}

test("renders the figure in the markup", () => {
  expect(renderToString(<Counter value={50} suffix="+" />)).toContain("<span>50+</span>");
});

test("counts up to the figure when it scrolls into view", async () => {
  const { container } = render(<Counter value={50} suffix="+" />);
  expect(container.textContent).toBe("50+");
  scroll("away");
  const shown = () => container.querySelector<HTMLElement>("[data-shown]")?.dataset["shown"];
  await waitFor(() => expect(shown()).toBe("0+"));
  // Screen readers and paper have the figure itself.
  expect(container.textContent).toBe("50+");
  scroll("visible");
  const seen: number[] = [];
  await waitFor(
    () => {
      const figure = shown();
      if (figure !== undefined) seen.push(Number.parseInt(figure, 10));
      expect(figure).toBeUndefined();
    },
    { interval: 10 },
  );
  expect(seen.some((figure) => figure > 0 && figure < 50)).toBe(true);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

test("does not move with reduced motion", () => {
  still = true;
  const { container } = render(<Counter value={50} suffix="+" />);
  scroll("away");
  expect(container.textContent).toBe("50+");
});
