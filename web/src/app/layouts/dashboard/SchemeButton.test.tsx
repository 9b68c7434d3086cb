import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderWithProviders } from "../../../../test/render";
import { chooseScheme, followScheme } from "~/ui/scheme/color-scheme";
import { SchemeButton } from "./SchemeButton";

function Dashboard() {
  useLayoutEffect(followScheme, []);
  return <SchemeButton />;
}

const shown = () => document.documentElement.dataset["scheme"];
const button = () => screen.getByRole("button", { name: /^Color scheme/ });

const bars = () =>
  Array.from(document.querySelectorAll("meta[name=theme-color]"), (bar) =>
    bar.getAttribute("content"),
  );

beforeEach(() => {
  for (const [scheme, content] of Object.entries({ light: "#f6f1e7", dark: "#111a16" })) {
    const bar = document.createElement("meta");
    bar.name = "theme-color";
    bar.media = `(prefers-color-scheme: ${scheme})`;
    bar.content = content;
    document.head.append(bar);
  }
});

afterEach(() => {
  chooseScheme("system");
  for (const bar of document.querySelectorAll("meta[name=theme-color]")) bar.remove();
});

test("follows the device until a scheme is chosen", async () => {
  renderWithProviders(<Dashboard />);
  expect(shown()).toBeUndefined();
  expect(bars()).toEqual(["#f6f1e7", "#111a16"]);

  await userEvent.click(button());
  await userEvent.click(button());
  expect(button().getAttribute("aria-label")).toContain("Color scheme: dark");
  expect(shown()).toBe("dark");
  expect(bars()).toEqual(["#111a16", "#111a16"]);
  expect(localStorage.getItem("scheme")).toBe("dark");
});

test("follows the choice of another tab", () => {
  renderWithProviders(<Dashboard />);
  localStorage.setItem("scheme", "dark");
  act(() => void dispatchEvent(new StorageEvent("storage", { key: "scheme", newValue: "dark" })));
  expect(shown()).toBe("dark");
});

test("pages outside the dashboard follow the device", () => {
  chooseScheme("dark");
  const { unmount } = renderWithProviders(<Dashboard />);
  expect(shown()).toBe("dark");
  unmount();
  expect(shown()).toBeUndefined();
  expect(bars()).toEqual(["#f6f1e7", "#111a16"]);
});
