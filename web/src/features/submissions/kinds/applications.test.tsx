import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { jsonResponse } from "../../../../test/network";
import { application, listPage, serve } from "../../../../test/records";
import { renderInDashboard } from "../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import applications from "./applications.kind";
import { SubmissionDetail } from "../record/SubmissionDetail";
import { SubmissionList } from "../list/SubmissionList";

const LIST = "GET /api/applications?page=1&sort=newest";
const RECORD = "GET /api/applications/abc";
const link = (signature: string, expires = Math.floor(Date.now() / 1000) + 600) =>
  `/api/applications/abc/cv/Ada%20L%C3%B3pez%20CV.pdf?expires=${expires}&signature=${signature}`;
const record = (cv_upload = link("first")) =>
  application({
    full_name: "Ada López",
    email: "ada@example.com",
    cv_upload,
    cover_letter: "Dear all,\n\nI have run products for ten years.",
  });

describe("SubmissionList of applications", () => {
  beforeEach(() => rememberTokens(accessToken(900), "r1"));

  test("shows columns and a link to each record", async () => {
    serve({ [LIST]: () => jsonResponse(200, listPage([record()])) });
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

  test("says when there are no applications", async () => {
    serve({ [LIST]: () => jsonResponse(200, listPage([])) });
    renderInDashboard(<SubmissionList kind={applications} />);
    await screen.findByText("No application available");
  });

  test("shows the title of all lists and the toast of applications after a failure", async () => {
    serve({ [LIST]: () => jsonResponse(400) });
    renderInDashboard(<SubmissionList kind={applications} />);
    await screen.findByText("Error loading consultations");
    await screen.findByText("Failed to fetch applications");
  });
});

describe("SubmissionDetail of an application", () => {
  beforeEach(() => rememberTokens(accessToken(900), "r1"));

  test("shows every property, and the file name from the URL", async () => {
    const upload = link("first");
    serve({ [RECORD]: () => jsonResponse(200, record(upload)) });
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

  test("renews an expired link before following it", async () => {
    const [first, second] = [link("first"), link("second")];
    const links = [first, second];
    const sent = serve({ [RECORD]: () => jsonResponse(200, record(links.shift())) });
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
    const cv = await screen.findByRole<HTMLAnchorElement>("link", { name: "Ada López CV.pdf" });
    const followed: string[] = [];
    addEventListener("click", (event) => {
      if (!event.defaultPrevented) followed.push(cv.getAttribute("href") ?? "");
      // jsdom cannot navigate.
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

  test("says when the record does not exist", async () => {
    serve({ [RECORD]: () => jsonResponse(404, { message: "Application not found" }) });
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
    await screen.findByText("Application not found");
  });

  test.each([
    [{ message: "Out of order" }, "Out of order"],
    [undefined, "Failed to load application details"],
  ])("shows a failure in place and in a toast", async (body, toast) => {
    serve({ [RECORD]: () => jsonResponse(400, body) });
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
    await screen.findByText("Error loading application details");
    await screen.findByText(toast);
  });

  test("links signed-out visitors to the login page, and returns after signing in", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    serve({
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
