import { act, fireEvent, render, screen } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { BrowserRouter, MemoryRouter, useLocation } from "react-router-dom";
import { expect, test } from "vitest";
import { deferred } from "../../test/deferred";
import { Link, NavLink } from "./Link";

const arrival = deferred<{ default: () => string }>();
const Slow = lazy(() => arrival.promise);

function Site() {
  return useLocation().pathname === "/slow" ? <Slow /> : <p>Here</p>;
}

test("shows that the next page is loading, and keeps the current one until then", async () => {
  render(
    <BrowserRouter>
      <Link to="/slow">Go</Link>
      <Suspense fallback="Loading">
        <Site />
      </Suspense>
    </BrowserRouter>,
  );
  const link = screen.getByText("Go");
  await act(async () => void fireEvent.click(link));
  expect(link.dataset["pending"]).toBe("true");
  expect(screen.getByText("Here")).toBeTruthy();

  await act(async () => arrival.resolve({ default: () => "There" }));
  expect(screen.getByText("There")).toBeTruthy();
  expect(link.dataset["pending"]).toBeUndefined();
  history.replaceState(null, "", "/");
});

test.each([
  ["/about", "page"],
  ["/about/team", "page"],
  ["/ABOUT", null],
])("at %s, the link to /about has aria-current %s", (path, current) => {
  render(
    <MemoryRouter initialEntries={[path]}>
      <NavLink to="/about" className="link">
        About
      </NavLink>
    </MemoryRouter>,
  );
  expect(screen.getByRole("link").getAttribute("aria-current")).toBe(current);
});
