import { cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// jsdom has no layout to scroll.
vi.stubGlobal("scrollTo", () => undefined);

afterEach(() => {
  cleanup();
  localStorage.clear();
});
