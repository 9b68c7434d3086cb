import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderWithProviders } from "../../../test/render";
import website from "~/content/services/website";
import { Questions } from "./ServicePage";

test("shows the service's questions next to the advice", () => {
  renderWithProviders(<Questions faq={website.faq} />);
  expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(2);
  expect(screen.getByRole("link", { name: "Contact Us" }).getAttribute("href")).toBe("/contact");
});

test("shows only the advice without questions", () => {
  renderWithProviders(<Questions faq={[]} />);
  expect(screen.queryByRole("heading", { name: "Before you ask" })).toBeNull();
  expect(screen.getByRole("heading", { name: "Not sure what you need?" })).toBeTruthy();
});
