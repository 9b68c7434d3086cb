import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notify, showActionToast, ToastList } from "./toast";

// jsdom runs no animations, like a browser with an add-on that switches them off.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const toasts = () => screen.queryAllByRole("group").map(({ textContent }) => textContent);

/** Renders the toasts, and gives the window the focus. */
function open() {
  render(
    <>
      <button type="button">Elsewhere</button>
      <ToastList />
    </>,
  );
  screen.getByText("Elsewhere").focus();
}

test("toasts close by their button and after their time without any animation", async () => {
  open();
  act(() => {
    notify("success", "It was saved.");
    notify("info", "It was saved before.");
    showActionToast({ type: "success", message: "Done", action: { label: "Undo", run: vi.fn() } });
  });
  await pass(100);
  expect(toasts()).toHaveLength(3);
  const saved = screen
    .getAllByRole("group")
    .find((each) => within(each).queryByText("It was saved."));
  fireEvent.click(within(saved as HTMLElement).getByRole("button", { name: "close" }));
  await pass(100);
  expect(toasts()).toHaveLength(2);
  await pass(3000);
  expect(toasts()).toEqual(["Done · Undo"]);
  await pass(7000);
  expect(toasts()).toEqual([]);
});

test("a toast stays while something in it has the focus", async () => {
  open();
  act(() => notify("success", "It was saved."));
  await pass(100);
  screen.getByRole("button", { name: "close" }).focus();
  await pass(20_000);
  expect(toasts()).toHaveLength(1);
  screen.getByText("Elsewhere").focus();
  await pass(1500);
  expect(toasts()).toEqual([]);
});
