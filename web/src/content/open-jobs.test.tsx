import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { JobList } from "../pages/careers/CareersPage";
import { jobPosting } from "../seo/job-posting";
import { jobs } from "./jobs";
import backend from "./jobs/backend-developer-nodejs";
import { isOpenAt, useIsOpen } from "./open-jobs";

const Status = () => <p>{useIsOpen()({ validThrough: "2000-01-01" }) ? "Open" : "Closed"}</p>;

test.each([
  ["2027-01-31", "2027-02-01T05:59:59Z", "2027-02-01T06:00:00Z"],
  ["2027-07-31", "2027-08-01T04:59:59Z", "2027-08-01T05:00:00Z"],
  // Summer time begins and ends on these days.
  ["2027-03-14", "2027-03-15T04:59:59Z", "2027-03-15T05:00:00Z"],
  ["2027-11-07", "2027-11-08T05:59:59Z", "2027-11-08T06:00:00Z"],
])(
  "a job is open up to the end of %s in Texas, as its data for search engines says",
  (validThrough, last, next) => {
    expect(isOpenAt(Date.parse(last), { validThrough })).toBe(true);
    expect(isOpenAt(Date.parse(next), { validThrough })).toBe(false);
    const posting = jobPosting({ ...backend, validThrough, path: "/" }) as { validThrough: string };
    expect(Date.parse(posting.validThrough)).toBe(Date.parse(last));
  },
);

test("a job without a last day stays open, as those of this site", () => {
  const later = Date.parse("2099-01-01");
  expect(isOpenAt(later, {})).toBe(true);
  expect(jobs.filter((job) => isOpenAt(later, job))).toEqual(jobs);
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

test("a closed job keeps its place in the list, without a way to apply", () => {
  const [first, second] = jobs;
  render(<JobList jobs={jobs.slice(0, 2)} isOpen={(job) => job !== first} />);
  const [closed, open] = screen.getAllByRole("listitem");
  expect(closed?.textContent).toContain("This position is closed.");
  expect(closed?.querySelector("button")).toBeNull();
  expect(open?.textContent).toContain(second?.title);
  expect(open?.querySelector("button")).not.toBeNull();
});

test("shows an empty state without jobs", () => {
  render(<JobList jobs={[]} isOpen={() => true} />);
  screen.getByText("No open positions right now.");
  expect(screen.queryByRole("list")).toBeNull();
});
