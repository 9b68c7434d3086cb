import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderWithProviders } from "../../../test/render";
import { ServicesMenu } from "./ServicesMenu";

afterEach(() => void vi.useRealTimers());

function press(...keys: string[]) {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

test("takes every arrow key, however quickly they come", () => {
  renderWithProviders(<ServicesMenu />);
  const button = screen.getByRole("button", { name: "Services" });
  const links = screen.getAllByRole("link");
  button.focus();

  press("ArrowDown", "ArrowDown", "ArrowDown");
  expect(document.activeElement).toBe(links[2]);
  press("ArrowUp", "ArrowUp", "ArrowUp");
  expect(document.activeElement).toBe(links.at(-1));
  press("ArrowDown", "Escape");
  expect(document.activeElement).toBe(button);
  press("ArrowUp", "ArrowUp");
  expect(document.activeElement).toBe(links.at(-2));
});

test("opens for a mouse that rests on it, and not for one that passes over", () => {
  vi.useFakeTimers();
  renderWithProviders(<ServicesMenu />);
  const button = screen.getByRole("button", { name: "Services" });
  const open = () => button.getAttribute("aria-expanded");
  const mouse = { pointerType: "mouse" };

  fireEvent.pointerEnter(button, mouse);
  act(() => void vi.advanceTimersByTime(100));
  fireEvent.pointerLeave(button, mouse);
  act(() => void vi.advanceTimersByTime(1000));
  expect(open()).toBe("false");

  fireEvent.pointerEnter(button, mouse);
  act(() => void vi.advanceTimersByTime(200));
  expect(open()).toBe("true");
});
