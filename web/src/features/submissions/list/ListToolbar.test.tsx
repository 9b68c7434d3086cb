import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { renderInDashboard } from "../../../../test/dashboard";
import { serve } from "../../../../test/records";
import { defaultFilter } from "~/rules/filter";
import { ListToolbar } from "./ListToolbar";

test("has a button that expands all filters and sorting", async () => {
  serve();
  renderInDashboard(<ListToolbar filter={defaultFilter} change={() => undefined} />);
  const button = screen.getByRole("button", { name: "All filters and sorting" });
  const choices = document.getElementById(button.getAttribute("aria-controls") ?? "");
  expect(choices?.contains(screen.getByLabelText("Sort by"))).toBe(true);
  expect(button.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByLabelText("Channel")).toBeNull();
  await userEvent.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  expect(choices?.contains(screen.getByLabelText("Channel"))).toBe(true);
});
