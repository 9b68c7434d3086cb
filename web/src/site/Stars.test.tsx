import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Stars } from "./Stars";

test.each([
  [5, 5],
  [4.9, 4],
  [4, 4],
  [0.5, 0],
  [0, 0],
])("fills stars of a score of %d: %i whole stars", (rating, filled) => {
  const { container } = render(<Stars rating={rating} />);
  expect(container.querySelectorAll("[data-star]")).toHaveLength(5);
  expect(container.querySelectorAll('[data-star="full"]')).toHaveLength(filled);
  expect(screen.getByText(`Rated ${rating} out of 5`)).toBeTruthy();
});
