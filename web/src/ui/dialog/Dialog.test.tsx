import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { notify } from "../toast/toast";
import { ToastProvider, useToasts } from "../toast/Toasts";
import { Dialog } from "./Dialog";

function Page() {
  const [open, setOpen] = useState(false);
  useToasts();
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} head={<h2>Title</h2>}>
        <button type="button" onClick={() => setOpen(false)}>
          Done
        </button>
      </Dialog>
    </>
  );
}

test("has the toasts below its head while it is open", async () => {
  const { container } = render(
    <ToastProvider>
      <Page />
    </ToastProvider>,
  );
  fireEvent.click(screen.getByText("Open"));
  act(() => notify("error", "It could not be saved."));
  const toast = await screen.findByText("It could not be saved.");
  const dialog = screen.getByRole("dialog");
  expect(dialog.contains(toast)).toBe(true);
  const follows = screen.getByText("Title").compareDocumentPosition(toast);
  expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);

  fireEvent.click(screen.getByText("Done"));
  expect(dialog.contains(toast)).toBe(false);
  expect(container.contains(toast)).toBe(true);
});
