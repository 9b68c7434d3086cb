import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderWithProviders } from "../../../test/render";
import website from "../../content/services/website";
import { Questions } from "./Questions";

test("what is asked about the service stands beside the advice", () => {
  renderWithProviders(<Questions faq={website.faq} />);
  expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(2);
  expect(screen.getByRole("link", { name: "Contact Us" }).getAttribute("href")).toBe("/contact");
});

test("without questions only the advice is there", () => {
  renderWithProviders(<Questions faq={[]} />);
  expect(screen.queryByRole("heading", { name: "Before you ask" })).toBeNull();
  expect(screen.getByRole("heading", { name: "Not sure what you need?" })).toBeTruthy();
});
