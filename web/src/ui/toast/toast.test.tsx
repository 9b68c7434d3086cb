import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { notify, ToastList } from "./toast";

test("a toast stays while something in it has the focus", async () => {
  render(
    <>
      <button type="button">Elsewhere</button>
      <ToastList />
    </>,
  );
  const elsewhere = screen.getByText("Elsewhere");
  // Toasts also wait while the window has no focus.
  elsewhere.focus();
  act(() => {
    notify("success", "It was saved.");
    notify("info", "It was saved before.");
  });
  await screen.findByText("It was saved.");
  const toasts = screen.getAllByRole("group");
  // jsdom runs no animations. The time starts when a toast has slid in.
  for (const toast of toasts) fireEvent.animationEnd(toast);
  const states = () =>
    toasts.map(
      (toast) =>
        toast.querySelector<HTMLElement>(".Toastify__progress-bar--animated")?.style
          .animationPlayState,
    );
  expect(states()).toEqual(["running", "running"]);
  for (const stop of toasts.flatMap((toast) => [toast, toast.querySelector("button")])) {
    act(() => stop?.focus());
    const focused = toasts.map((toast) => toast.contains(document.activeElement));
    expect(focused).toContain(true);
    expect(states()).toEqual(focused.map((isFocused) => (isFocused ? "paused" : "running")));
  }
  act(() => elsewhere.focus());
  expect(states()).toEqual(["running", "running"]);
});
