import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Modal } from "./Modal";

function press(from: Element, to: Element = from) {
  fireEvent.pointerDown(from);
  // A press that ends on another element is a click on their common ancestor.
  fireEvent.click(from === to ? from : (to.closest("dialog") ?? to));
}

test("closes on a backdrop click, not on a drag that ends there", () => {
  const onClose = vi.fn();
  render(
    <Modal title="Apply" open onClose={onClose}>
      <p>A form</p>
    </Modal>,
  );
  const dialog = screen.getByRole("dialog");

  press(screen.getByText("A form"));
  press(screen.getByText("A form"), dialog);
  expect(onClose).not.toHaveBeenCalled();
  press(dialog);
  expect(onClose).toHaveBeenCalledOnce();
});
