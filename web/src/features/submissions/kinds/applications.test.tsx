import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { mockFetch, jsonResponse } from "../../../../test/network";
import { renderInDashboard } from "../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import applications from "./applications.kind";
import { SubmissionDetail } from "../record/SubmissionDetail";
import { SubmissionList } from "../list/SubmissionList";

const LIST = "GET /api/applications?page=1&sort=newest";
const RECORD = "GET /api/applications/abc";
const link = (signature: string, expires = Math.floor(Date.now() / 1000) + 600) =>
  `/api/applications/abc/cv/Ada%20L%C3%B3pez%20CV.pdf?expires=${expires}&signature=${signature}`;
const record = (cv_upload = link("first")) => ({
  id: 1,
  slug: "abc",
  job_title: "Product Manager",
  full_name: "Ada López",
  email: "ada@example.com",
  cv_upload,
  cover_letter: "Dear all,\n\nI have run products for ten years.",
  submitted_at: "2026-03-01T12:00:00.000000Z",
  created_at: "2026-03-01T12:00:00.000000Z",
});

describe("the list of applications", () => {
  beforeEach(() => rememberTokens(accessToken(900), "r1"));

  test("shows its columns and the way to each detail", async () => {
    mockFetch({ [LIST]: () => jsonResponse(200, { count: 1, results: [record()] }) });
    renderInDashboard(<SubmissionList kind={applications} />);
    await screen.findByRole("cell", { name: "Ada López" });
    expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
      "Full Name",
      "Email",
      "Submitted At",
      "Action",
    ]);
    const view = screen.getByRole("link", { name: "View Ada López" });
    expect(view.getAttribute("href")).toBe("/dashboard/application/abc");
  });

  test("says when there is nothing", async () => {
    mockFetch({ [LIST]: () => jsonResponse(200, { count: 0, results: [] }) });
    renderInDashboard(<SubmissionList kind={applications} />);
    await screen.findByText("No application available");
  });

  test("tells a failure in the words of both lists", async () => {
    mockFetch({ [LIST]: () => jsonResponse(400) });
    renderInDashboard(<SubmissionList kind={applications} />);
    await screen.findByText("Error loading consultations");
    await screen.findByText("Failed to fetch applications");
  });
});

describe("an application in full", () => {
  beforeEach(() => rememberTokens(accessToken(900), "r1"));

  test("shows every part, with the file named by the end of its address", async () => {
    const upload = link("first");
    mockFetch({ [RECORD]: () => jsonResponse(200, record(upload)) });
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
    await screen.findByText("Ada López");
    screen.getByText("ada@example.com");
    screen.getByText("Product Manager");
    screen.getByText(/I have run products/);
    expect(document.querySelector("time")?.dateTime).toBe(record().submitted_at);
    expect(screen.getByRole("link", { name: "Ada López CV.pdf" }).getAttribute("href")).toBe(
      upload,
    );
    await userEvent.click(screen.getByRole("button", { name: "Respond" }));
    await screen.findByText("Respond functionality coming soon!");
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByTestId("address").textContent).toBe("/dashboard/application");
  });

  test("renews a link that has expired, then follows it", async () => {
    const [first, second] = [link("first"), link("second")];
    const links = [first, second];
    const sent = mockFetch({ [RECORD]: () => jsonResponse(200, record(links.shift())) });
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
    const cv = await screen.findByRole<HTMLAnchorElement>("link", { name: "Ada López CV.pdf" });
    const followed: string[] = [];
    addEventListener("click", (event) => {
      if (!event.defaultPrevented) followed.push(cv.getAttribute("href") ?? "");
      // There is nowhere to go in this environment.
      event.preventDefault();
    });

    await userEvent.click(cv);
    expect(followed).toEqual([first]);
    const later = Date.now() + 3_600_000;
    vi.spyOn(Date, "now").mockReturnValue(later);
    rememberTokens(accessToken(900, later), "r1");
    await userEvent.click(cv);
    await waitFor(() => expect(followed).toEqual([first, second]));
    expect(sent.filter(({ path }) => RECORD.endsWith(path))).toHaveLength(2);
  });

  test("says when there is no such record", async () => {
    mockFetch({ [RECORD]: () => jsonResponse(404, { message: "Application not found" }) });
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
    await screen.findByText("Application not found");
  });

  test.each([
    [{ message: "Out of order" }, "Out of order"],
    [undefined, "Failed to load application details"],
  ])("tells a failure in place and in a toast", async (body, toast) => {
    mockFetch({ [RECORD]: () => jsonResponse(400, body) });
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
    await screen.findByText("Error loading application details");
    await screen.findByText(toast);
  });

  test("offers the way to sign in to whoever is not, and comes back", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    mockFetch({
      [RECORD]: () => jsonResponse(401, { message: "Unauthorized" }),
      "POST /api/token/refresh/": () => jsonResponse(401, { message: "No" }),
    });
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />, {
      at: "/applicationDetail/abc",
    });
    await screen.findByText("Error loading application details");
    await userEvent.click(screen.getByRole("link", { name: "Sign in" }));
    expect(screen.getByTestId("address").textContent).toBe("/login");
  });
});
