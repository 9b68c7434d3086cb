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

/** A device whose settings ask for a dark scheme, or not. */
function device(matches: boolean) {
  const query = Object.assign(new EventTarget(), { media: "", matches });
  vi.stubGlobal("matchMedia", () => query);
  return (dark: boolean) => {
    query.matches = dark;
    query.dispatchEvent(new Event("change"));
  };
}

afterEach(() => chooseScheme("system"));

test("follows the device, until a scheme is chosen", async () => {
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

test("leaves the pages outside of the dashboard light", () => {
  device(true);
  const { unmount } = renderWithProviders(<Dashboard />);
  unmount();
  expect(shown()).toBeUndefined();
});
