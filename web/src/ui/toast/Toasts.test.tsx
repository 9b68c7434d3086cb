import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ToastProvider, useToasts } from "./Toasts";

function Form() {
  useToasts();
  return null;
}

test("the region of toasts is live before it has any", async () => {
  const { container } = render(
    <ToastProvider>
      <Form />
    </ToastProvider>,
  );
  const region = await vi.waitUntil(() => container.querySelector("#toasts [aria-live]"));
  expect(region.getAttribute("aria-live")).toBe("polite");
  expect(region.textContent).toBe("");
});
