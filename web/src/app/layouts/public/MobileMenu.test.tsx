import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { notify } from "~/ui/toast/toast";
import { renderWithProviders } from "../../../../test/render";
import { MobileMenu } from "./MobileMenu";

test("has the toasts, because the rest of the page is inert", async () => {
  renderWithProviders(<MobileMenu />);
  fireEvent.click(screen.getByRole("button", { name: "Menu" }));
  act(() => notify("error", "It could not be sent."));
  const menu = screen.getByRole("dialog", { name: "Menu" });
  expect(await within(menu).findByText("It could not be sent.")).toBeTruthy();
});
