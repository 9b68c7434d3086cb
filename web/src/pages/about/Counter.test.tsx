import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderToString } from "react-dom/server";
import { Counter } from "./Counter";

type Entry = { isIntersecting: boolean; intersectionRatio: number };

/** The observers of the page, so that a test can trigger them. */
const observers: ((entries: Entry[]) => void)[] = [];
let still = false;

beforeEach(() => {
  still = false;
  observers.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(report: (entries: Entry[]) => void) {
        observers.push(report);
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("matchMedia", () => ({
    matches: still,
    addEventListener() {},
    removeEventListener() {},
  }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function intersect(ratio: number) {
  const entry = { isIntersecting: true, intersectionRatio: ratio };
  act(() => observers.forEach((observer) => observer([entry])));
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test("renders the figure in the markup", () => {
  expect(renderToString(<Counter value={50} suffix="+" />)).toBe("<span>50+</span>");
});

test("counts up to the figure when it scrolls into view", () => {
  const { container } = render(<Counter value={50} suffix="+" />);
  expect(container.textContent).toBe("50+");
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(
    new DOMRect(0, innerHeight + 10, 100, 50),
  );
  intersect(0);
  expect(container.textContent).toBe("0+");
  intersect(1);
  pass(400);
  const onTheWay = Number.parseInt(container.textContent, 10);
  expect(onTheWay).toBeGreaterThan(0);
  expect(onTheWay).toBeLessThan(50);
  pass(2000);
  expect(container.textContent).toBe("50+");
});

test("does not move with reduced motion", () => {
  still = true;
  const { container } = render(<Counter value={50} suffix="+" />);
  expect(observers).toHaveLength(0);
  pass(2000);
  expect(container.textContent).toBe("50+");
});
