import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderWithProviders } from "../../../test/render";
import { ServicesMenu } from "./ServicesMenu";

function press(...keys: string[]) {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

test("takes every arrow key, however quickly they come", () => {
  renderWithProviders(<ServicesMenu />);
  const button = screen.getByRole("button", { name: "Services" });
  const links = screen.getAllByRole("link");
  button.focus();

  press("ArrowDown", "ArrowDown", "ArrowDown");
  expect(document.activeElement).toBe(links[2]);
  press("ArrowUp", "ArrowUp", "ArrowUp");
  expect(document.activeElement).toBe(links.at(-1));
  press("ArrowDown", "Escape");
  expect(document.activeElement).toBe(button);
  press("ArrowUp", "ArrowUp");
  expect(document.activeElement).toBe(links.at(-2));
});
