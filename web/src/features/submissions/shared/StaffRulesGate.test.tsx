import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderWithProviders } from "../../../../test/render";
import { staffRules } from "~/rules/load";
import { StaffRulesGate } from "./StaffRulesGate";

test("shows its children once the rules have loaded, at the second attempt", async () => {
  // React reports the error on the console.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const load = vi.spyOn(staffRules, "load").mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await act(async () => {
    renderWithProviders(<StaffRulesGate>The dashboard</StaffRulesGate>);
  });
  await screen.findByText("This page could not be loaded.");
  expect(screen.queryByText("The dashboard")).toBeNull();
  await act(() => userEvent.click(screen.getByRole("button", { name: "Try again" })));
  await screen.findByText("The dashboard");
  expect(load).toHaveBeenCalledTimes(2);
});
