import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { renderWithProviders } from "../../../test/render";
import { chooseScheme, followScheme } from "../../ui/scheme/color-scheme";
import { SchemeButton } from "./SchemeButton";

function Dashboard() {
  useLayoutEffect(followScheme, []);
  return <SchemeButton />;
}

const shown = () => document.documentElement.dataset["scheme"];
const button = () => screen.getByRole("button", { name: /^Color scheme/ });

/** Simulates a device that prefers a dark or a light scheme. */
function device(matches: boolean) {
  const query = Object.assign(new EventTarget(), { media: "", matches });
  vi.stubGlobal("matchMedia", () => query);
  return (dark: boolean) => {
    query.matches = dark;
    query.dispatchEvent(new Event("change"));
  };
}

afterEach(() => chooseScheme("system"));

test("follows the device until a scheme is chosen", async () => {
  const change = device(true);
  renderWithProviders(<Dashboard />);
  expect(shown()).toBe("dark");
  act(() => change(false));
  expect(shown()).toBe("light");

  await userEvent.click(button());
  await userEvent.click(button());
  expect(button().getAttribute("aria-label")).toContain("Color scheme: dark");
  expect(shown()).toBe("dark");
  expect(localStorage.getItem("scheme")).toBe("dark");
});

test("follows the choice of another tab", () => {
  device(false);
  renderWithProviders(<Dashboard />);
  localStorage.setItem("scheme", "dark");
  act(() => void dispatchEvent(new StorageEvent("storage", { key: "scheme", newValue: "dark" })));
  expect(shown()).toBe("dark");
});

test("keeps pages outside the dashboard light", () => {
  device(true);
  const { unmount } = renderWithProviders(<Dashboard />);
  unmount();
  expect(shown()).toBeUndefined();
});
