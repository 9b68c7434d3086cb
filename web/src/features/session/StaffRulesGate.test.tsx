import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { renderWithProviders } from "../../../test/render";
import { deferred } from "../../../test/deferred";
import { type StaffRules, staffRules } from "~/rules/load";
import { StaffRulesGate } from "./StaffRulesGate";

// An earlier test may have loaded them.
beforeEach(() => void vi.spyOn(staffRules, "loaded").mockReturnValue(undefined));

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

test("says what a browser lacks that refuses to compile the rules", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(staffRules, "load").mockRejectedValueOnce(new WebAssembly.CompileError("Refused"));
  await act(async () => {
    renderWithProviders(<StaffRulesGate>The dashboard</StaffRulesGate>);
  });
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("WebAssembly is turned off or blocked");
  await act(() => userEvent.click(screen.getByRole("button", { name: "Try again" })));
  await screen.findByText("The dashboard");
});

test("offers to reload the page if the rules take a long time, and still waits for them", async () => {
  vi.useFakeTimers();
  const rules = deferred<StaffRules>();
  vi.spyOn(staffRules, "load").mockReturnValueOnce(rules.promise);
  await act(async () => {
    renderWithProviders(<StaffRulesGate>The dashboard</StaffRulesGate>);
  });
  screen.getByText("Loading");
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  screen.getByText(/^This page is taking a long time to load/);
  screen.getByRole("link", { name: "Reload it" });
  await act(async () => rules.resolve({} as StaffRules));
  screen.getByText("The dashboard");
  vi.useRealTimers();
});
