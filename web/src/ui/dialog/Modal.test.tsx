import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Modal } from "./Modal";

function press(from: Element, to: Element = from) {
  fireEvent.pointerDown(from);
  // A press that ends elsewhere is a click on what holds both.
  fireEvent.click(from === to ? from : (to.closest("dialog") ?? to));
}

test("closes by its backdrop, and by nothing that only ends there", () => {
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
