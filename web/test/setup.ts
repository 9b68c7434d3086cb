import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";

// Files run one after another in the same environment: each has modules and a document of its own.
vi.resetModules();
const { server, unexpectedCalls } = await import("./server");

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

// Vitest gives requests the bytes of jsdom's blobs, by their former name.
const [impl] = Object.getOwnPropertySymbols(new Blob());
Object.defineProperty(Object.getPrototypeOf(Reflect.get(new Blob(), impl ?? "")), "_buffer", {
  configurable: true,
  get() {
    return this._bytes;
  },
});

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
beforeAll(() => server.listen());
beforeEach(() => void unexpectedCalls.splice(0));
afterEach(() => {
  server.resetHandlers();
  expect(unexpectedCalls).toEqual([]);
});
afterAll(() => server.close());

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  history.replaceState(null, "", "/");
  localStorage.clear();
  sessionStorage.clear();
});
