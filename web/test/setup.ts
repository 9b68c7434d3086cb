import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { mockFetch, unexpectedCalls } from "./network";
import { mockUploads } from "./uploads";

// A timeout for slow machines. It only delays failures.
configure({ asyncUtilTimeout: 15_000 });

// jsdom has no layout to scroll.
vi.stubGlobal("scrollTo", () => undefined);

// Nor media queries or intersections.
vi.stubGlobal("matchMedia", (media: string) =>
  Object.assign(new EventTarget(), { media, matches: false }),
);
vi.stubGlobal(
  "IntersectionObserver",
  class {
    observe() {}
    disconnect() {}
  },
);

// Nor modal dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event("close"));
};

// A test that mocks no call expects none.
beforeEach(() => {
  unexpectedCalls.length = 0;
  mockFetch({});
  mockUploads();
});

afterEach(() => expect(unexpectedCalls).toEqual([]));

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
