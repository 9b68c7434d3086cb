import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderWithProviders } from "../../../../test/render";
import { ServicesMenu } from "./ServicesMenu";

afterEach(() => void vi.useRealTimers());

const address = () => screen.getByTestId("address").textContent;

test("closes on Escape however it was opened, and returns a focus that was in it", () => {
  vi.useFakeTimers();
  renderWithProviders(<ServicesMenu />);
  const button = screen.getByRole("button", { name: "Services" });
  const [link] = screen.getAllByRole("link");
  const ways: [() => void, Element][] = [
    [() => fireEvent.pointerEnter(button, { pointerType: "mouse" }), document.body],
    [() => fireEvent.click(button), document.body],
    [() => (fireEvent.click(button), link?.focus()), button],
  ];
  for (const [open, focused] of ways) {
    open();
    act(() => void vi.advanceTimersByTime(200));
    expect(button.getAttribute("aria-expanded")).toBe("true");
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    expect(button.getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement).toBe(focused);
  }
});

test("stays closed after navigating back", async () => {
  renderWithProviders(<ServicesMenu />, { at: "/about" });
  const button = screen.getByRole("button", { name: "Services" });
  fireEvent.click(screen.getAllByRole("link")[0] ?? button);
  await waitFor(() => expect(address()).not.toBe("/about"));
  fireEvent.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  history.back();
  await waitFor(() => expect(address()).toBe("/about"));
  history.forward();
  await waitFor(() => expect(address()).not.toBe("/about"));
  expect(button.getAttribute("aria-expanded")).toBe("false");
});

test("opens when a mouse rests on the button, not when it passes over", () => {
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
