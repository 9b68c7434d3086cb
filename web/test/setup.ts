import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// A busy machine is slow; what never comes is waited for no longer than this.
configure({ asyncUtilTimeout: 15_000 });

// jsdom has no layout to scroll.
vi.stubGlobal("scrollTo", () => undefined);

// Nor a screen to ask about, or to come near to.
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

// Nor layers for a dialog to stand on.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event("close"));
};

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
