import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Button } from "./Button";

const button = () => screen.getByRole<HTMLButtonElement>("button");

test("a busy button keeps the focus and ignores presses", () => {
  const onClick = vi.fn();
  const { rerender } = render(
    <Button busy={false} onClick={onClick}>
      Export
    </Button>,
  );
  button().focus();
  fireEvent.click(button(), { detail: 1 });
  expect(onClick).toHaveBeenCalledOnce();
  // The second click of a double click.
  fireEvent.click(button(), { detail: 2 });
  rerender(
    <Button busy onClick={onClick}>
      Export
    </Button>,
  );
  fireEvent.click(button(), { detail: 1 });
  expect(onClick).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(button());
  expect(button().getAttribute("aria-busy")).toBe("true");
  expect(button().getAttribute("aria-disabled")).toBe("true");
});

test("a busy submit button is disabled, and gets the focus back", () => {
  const { rerender } = render(
    <Button type="submit" busy={false}>
      Send
    </Button>,
  );
  button().focus();
  rerender(
    <Button type="submit" busy>
      Sending...
    </Button>,
  );
  expect(button().disabled).toBe(true);
  // Browsers take the focus from disabled elements. jsdom does not.
  const other = document.body.appendChild(document.createElement("input"));
  other.focus();
  other.remove();
  expect(document.activeElement).toBe(document.body);
  rerender(
    <Button type="submit" busy={false}>
      Send
    </Button>,
  );
  expect(document.activeElement).toBe(button());
});
