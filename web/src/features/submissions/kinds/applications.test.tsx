import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { application, listPage, serve } from "../../../../test/records";
import { renderInDashboard } from "../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { fileResponse, type Responder } from "../../../../test/responses";
import { onlyAt, recordCalls } from "../../../../test/server";
import applications from "./applications.kind";
import { SubmissionDetail } from "../record/SubmissionDetail";
import { SubmissionList } from "../list/SubmissionList";

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
    serve(
      http.get(
        "/api/applications",
        onlyAt("?page=1&sort=newest", ({ response }) => response(200).json(listPage([record()]))),
      ),
    );
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
    serve(
      http.get(
        "/api/applications",
        onlyAt("?page=1&sort=newest", ({ response }) => response(200).json(listPage([]))),
      ),
    );
    renderInDashboard(<SubmissionList kind={applications} />);
    await screen.findByText("No application available");
  });

  test("shows the title of all lists and the toast of applications after a failure", async () => {
    serve(
      http.get(
        "/api/applications",
        onlyAt("?page=1&sort=newest", () => HttpResponse.json({ message: "" }, { status: 400 })),
      ),
    );
    renderInDashboard(<SubmissionList kind={applications} />);
    await screen.findByText("Error loading consultations");
    await screen.findByText("Failed to fetch applications");
  });
});

describe("SubmissionDetail of an application", () => {
  beforeEach(() => rememberTokens(access, "r1"));

  test("shows every property, and the file name from the URL", async () => {
    serve(
      http.get(
        "/api/applications/{key}",
        onlyAt("/abc", ({ response }) => response(200).json(record())),
      ),
    );
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
    const responses: Responder[] = [HttpResponse.error, () => fileResponse("%PDF-1.7 A CV")];
    serve(
      http.get(
        "/api/applications/{key}",
        onlyAt("/abc", ({ response }) => response(200).json(record())),
      ),
      http.get(
        "/api/applications/{slug}/cv/{file_name}",
        onlyAt("/abc/cv/C%23%20%26%20L%C3%B3pez%3B%20100%25.pdf", () =>
          (responses.shift() ?? HttpResponse.error)(),
        ),
      ),
    );
    const sent = recordCalls();
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
    const cv = await screen.findByRole("link", { name: "C# & López; 100%.pdf" });
    await userEvent.click(cv);
    const failure = "Couldn't reach the server. Check your connection and try again.";
    await screen.findByText(failure, { selector: "bdi" });
    // It stays after the toast is gone.
    screen.getByText(failure, { selector: "[role=alert]" });
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
    serve(
      http.get(
        "/api/applications/{key}",
        onlyAt("/abc", () =>
          HttpResponse.json({ message: "Application not found" }, { status: 404 }),
        ),
      ),
    );
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
    await screen.findByText("Application not found");
  });

  test.each([
    [{ message: "Out of order" }, "Out of order"],
    [{ message: "" }, "Failed to load application details"],
  ])("shows a failure in place and in a toast", async (body, toast) => {
    serve(
      http.get(
        "/api/applications/{key}",
        onlyAt("/abc", () => HttpResponse.json(body, { status: 400 })),
      ),
    );
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
    await screen.findByText("Error loading application details");
    await screen.findByText(toast);
  });

  test("links signed-out visitors to the login page, and returns after signing in", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    serve(
      http.get(
        "/api/applications/{key}",
        onlyAt("/abc", () => HttpResponse.json({ message: "Unauthorized" }, { status: 401 })),
      ),
      http.post("/api/token/refresh", () => HttpResponse.json({ message: "No" }, { status: 401 })),
    );
    renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />, {
      at: "/applicationDetail/abc",
    });
    await screen.findByText("Error loading application details");
    await userEvent.click(screen.getByRole("link", { name: "Sign in" }));
    expect(screen.getByTestId("address").textContent).toBe("/login");
  });
});
