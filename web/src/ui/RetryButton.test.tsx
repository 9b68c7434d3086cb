import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Main } from "./Main";
import { RetryButton } from "./RetryButton";

function Failed() {
  const [isLoading, setIsLoading] = useState(false);
  return isLoading ? <p>Loading</p> : <RetryButton retry={() => setIsLoading(true)} />;
}

test("moves the focus to the page, or to the heading of its section", async () => {
  render(
    <Main>
      <section>
        <h2 tabIndex={-1}>Sessions</h2>
        <Failed />
      </section>
      <Failed />
    </Main>,
  );
  const [inSection, onPage] = screen.getAllByRole("button", { name: "Try again" });
  await userEvent.click(inSection ?? document.body);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Sessions" }));
  await userEvent.click(onPage ?? document.body);
  expect(document.activeElement).toBe(screen.getByRole("main"));
});
