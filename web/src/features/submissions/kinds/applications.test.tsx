import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Responder, fileResponse, jsonResponse, lost } from "../../../../test/network";
import { application, listPage, serve } from "../../../../test/records";
import { renderInDashboard } from "../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import applications from "./applications.kind";
import { SubmissionDetail } from "../record/SubmissionDetail";
import { SubmissionList } from "../list/SubmissionList";

const LIST = "GET /api/applications?page=1&sort=newest";
const RECORD = "GET /api/applications/abc";
const FILE = "/api/applications/abc/cv/C%23%20%26%20L%C3%B3pez%3B%20100%25.pdf";
const access = accessToken(900);
const record = () =>
  application({
    full_name: "Ada López",
    email: "ada@example.com",
    cv_upload: FILE,
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
    serve({ [LIST]: () => jsonResponse(400, { message: "" }) });
    renderInDashboard(<SubmissionList kind={applications} />);
    await screen.findByText("Error loading consultations");
    await screen.findByText("Failed to fetch applications");
  });
});

describe("SubmissionDetail of an application", () => {
  beforeEach(() => rememberTokens(access, "r1"));

  test("shows every property, and the file name from the URL", async () => {
    serve({ [RECORD]: () => jsonResponse(200, record()) });
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
    await screen.findByText("Ada López");
    screen.getByText("ada@example.com");
    screen.getByText("Product Manager");
    screen.getByText(/I have run products/);
    expect(document.querySelector("time")?.dateTime).toBe(record().submitted_at);
    expect(screen.getByRole("link", { name: "C# & López; 100%.pdf" }).getAttribute("href")).toBe(
      FILE,
    );
    await userEvent.click(screen.getByRole("button", { name: "Respond" }));
    await screen.findByText("Respond functionality coming soon!");
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByTestId("address").textContent).toBe("/dashboard/application");
  });

  test("downloads the file once, with the token", async () => {
    const saved: [string, string][] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push([this.getAttribute("href") ?? "", this.download]);
    });
    const files: Blob[] = [];
    URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
    const responses: Responder[] = [lost, () => fileResponse("%PDF-1.7 A CV")];
    const sent = serve({
      [RECORD]: () => jsonResponse(200, record()),
      [`GET ${FILE}`]: (call) => (responses.shift() ?? lost)(call),
    });
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
    const cv = await screen.findByRole("link", { name: "C# & López; 100%.pdf" });
    await userEvent.click(cv);
    await screen.findByText("Couldn't reach the server. Check your connection and try again.");
    await userEvent.dblClick(cv);
    await waitFor(() => expect(saved).toEqual([["blob:1", "C# & López; 100%.pdf"]]));
    expect(await files[0]?.text()).toBe("%PDF-1.7 A CV");
    expect(files[0]?.type).toBe("application/octet-stream");
    const calls = sent.filter(({ path }) => path.includes("/cv/"));
    expect(calls.map(({ path }) => path)).toEqual([FILE, FILE]);
    for (const { headers } of calls) {
      expect(headers.get("authorization")).toBe(`Bearer ${access}`);
    }
    // A click that would open a new tab downloads the file, too.
    responses.push(() => fileResponse("%PDF-1.7"));
    const middle = new MouseEvent("auxclick", { button: 1, bubbles: true, cancelable: true });
    expect(fireEvent(cv, middle)).toBe(false);
    await waitFor(() => expect(saved).toHaveLength(2));
  });

  test("says when the record does not exist", async () => {
    serve({ [RECORD]: () => jsonResponse(404, { message: "Application not found" }) });
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
    await screen.findByText("Application not found");
  });

  test.each([
    [{ message: "Out of order" }, "Out of order"],
    [{ message: "" }, "Failed to load application details"],
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
      "POST /api/token/refresh": () => jsonResponse(401, { message: "No" }),
    });
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />, {
      at: "/applicationDetail/abc",
    });
    await screen.findByText("Error loading application details");
    await userEvent.click(screen.getByRole("link", { name: "Sign in" }));
    expect(screen.getByTestId("address").textContent).toBe("/login");
  });
});
