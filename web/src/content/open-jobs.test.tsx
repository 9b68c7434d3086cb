import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { JobList } from "../pages/careers/JobList";
import { jobs } from "./jobs";
import { dayOf, isOpenOn, useIsOpen } from "./open-jobs";

const Status = () => <p>{useIsOpen()({ validThrough: "2000-01-01" }) ? "Open" : "Closed"}</p>;

test("a job is open up to its last day", () => {
  const job = { validThrough: "2027-01-31" };
  expect(isOpenOn("2027-01-31", job)).toBe(true);
  expect(isOpenOn("2027-02-01", job)).toBe(false);
});

test("a job without a last day stays open, as those of this site", () => {
  expect(isOpenOn("2099-01-01", {})).toBe(true);
  expect(jobs).toHaveLength(6);
  expect(jobs.filter((job) => isOpenOn("2099-01-01", job))).toHaveLength(6);
});

test("the day is the visitor's own", () => {
  expect(dayOf(new Date(2027, 0, 31, 23, 59))).toBe("2027-01-31");
  expect(dayOf(new Date(2027, 1, 1, 0, 0))).toBe("2027-02-01");
});

test("closes a job on a page that was prerendered while it was open", () => {
  const errors = vi.spyOn(console, "error");
  const root = document.createElement("div");
  root.innerHTML = renderToString(<Status />);
  expect(root.textContent).toBe("Open");
  document.body.append(root);
  render(<Status />, { container: root, hydrate: true });
  expect(root.textContent).toBe("Closed");
  expect(errors).not.toHaveBeenCalled();
});

test("shows an empty state when no job is open", () => {
  render(<JobList jobs={[]} />);
  screen.getByText("No open positions right now.");
  expect(screen.queryByRole("list")).toBeNull();
});
