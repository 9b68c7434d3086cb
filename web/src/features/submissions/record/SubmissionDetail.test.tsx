import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { BrowserRouter } from "react-router-dom";
import { pagesKey } from "~/api/submissions";
import { defaultFilter } from "~/rules/filter";
import { DashboardTitleProvider } from "~/seo/DashboardTitle";
import { listPage, record, row, serve } from "../../../../test/records";
import { renderInDashboard } from "../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { onlyAt } from "../../../../test/server";
import consultations from "../kinds/consultations.kind";
import { noSearch, SearchContext } from "../shared/search-text";
import { StaffRulesGate } from "~/features/session/StaffRulesGate";
import { SubmissionDetail } from "./SubmissionDetail";

describe("SubmissionDetail", () => {
  beforeEach(() => rememberTokens(accessToken(900), "r1"));

  test("shows the whole record as text", async () => {
    const found = record({
      full_name: "<b>Ada</b>",
      email: "ada@example.com",
      referral: "A friend",
      message: "First line\nSecond line",
    });
    serve(
      http.get(
        "/api/consultations/{key}",
        onlyAt("/abc", ({ response }) => response(200).json(found)),
      ),
    );
    renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
    await screen.findByText("<b>Ada</b>");
    screen.getByText("ada@example.com");
    screen.getByText("A friend");
    screen.getByText(/First line/);
    expect(document.querySelector("time")?.dateTime).toBe(found.submitted_at);
    await userEvent.click(screen.getByRole("button", { name: "Reply" }));
    await screen.findByText("Reply functionality coming soon!");
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByTestId("address").textContent).toBe("/dashboard/consultation");
  });

  test("links to other records of an address, but not of a list that it does not know", async () => {
    const other = { slug: "def", submitted_at: "2026-03-01T12:00:00Z" };
    const others = [
      { ...other, kind: "applications" as const },
      { ...other, slug: "ghi", kind: "newer" as "applications" },
    ];
    serve(
      http.get("/api/consultations/{key}", ({ response }) =>
        response(200).json(record({ others })),
      ),
    );
    renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
    const links = await screen.findAllByRole("link", { name: /^(Application|undefined)/ });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/dashboard/application/def"]);
  });

  test("shows both spellings of an address, and marks the one that was searched", async () => {
    const found = record({
      email: "info@xn--bcher-kva.example",
      other_spelling: "info@bücher.example",
    });
    serve(http.get("/api/consultations/{key}", ({ response }) => response(200).json(found)));
    renderInDashboard(
      <SearchContext value={{ ...noSearch, text: "bucher" }}>
        <SubmissionDetail kind={consultations} slug="abc" />
      </SearchContext>,
    );
    const address = await screen.findByRole("link", { name: found.email });
    expect(address.getAttribute("href")).toBe("mailto:info@xn--bcher-kva.example");
    const shown = address.closest("dd");
    expect(shown?.textContent).toBe("info@xn--bcher-kva.exampleinfo@bücher.example");
    expect(shown?.querySelector("mark")?.textContent).toBe("bücher");
  });

  test("shows an address of one spelling once", async () => {
    serve(http.get("/api/consultations/{key}", ({ response }) => response(200).json(record())));
    renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
    const address = await screen.findByRole("link", { name: record().email });
    expect(address.closest("dd")?.textContent).toBe(record().email);
  });

  test("begins with what the list shows, named by the person", async () => {
    const seen = row(7, { full_name: "Ada Lovelace" });
    serve(
      http.get("/api/consultations/{key}", () => new Promise<never>(() => undefined)),
      http.get("/api/consultations/{key}/neighbours", () => new Promise<never>(() => undefined)),
    );
    const { client } = renderInDashboard(<div />);
    client.setQueryData([...pagesKey("consultations"), defaultFilter], listPage([seen]));
    render(
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <StaffRulesGate>
            <DashboardTitleProvider>
              <SubmissionDetail kind={consultations} slug={seen.slug} inDashboard />
            </DashboardTitleProvider>
          </StaffRulesGate>
        </BrowserRouter>
      </QueryClientProvider>,
    );
    screen.getByRole("heading", { level: 1, name: "Ada Lovelace" });
    screen.getByText("We need a shop.");
    screen.getByRole("button", { name: "Start" });
    expect(screen.queryByText("Notes and history")).toBeNull();
  });

  test("says when the record does not exist", async () => {
    serve(
      http.get(
        "/api/consultations/{key}",
        onlyAt("/abc", () =>
          HttpResponse.json({ message: "Consultation not found" }, { status: 404 }),
        ),
      ),
    );
    renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
    await screen.findByText("Consultation not found");
  });

  test("links to the account page if the password has expired", async () => {
    const message = "Your temporary password has expired. Choose a new one.";
    serve(
      http.get(
        "/api/consultations/{key}",
        onlyAt("/abc", () => HttpResponse.json({ message }, { status: 403 })),
      ),
    );
    renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
    const link = await screen.findByRole("link", { name: "Your account" });
    expect(link.getAttribute("href")).toBe("/dashboard/account");
    expect(screen.getAllByText(message)).not.toHaveLength(0);
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("reports a failed call at once, and retries it", async () => {
    serve(
      http.get(
        "/api/consultations/{key}",
        onlyAt("/abc", () => HttpResponse.error()),
      ),
    );
    renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
    await screen.findByText("Couldn't reach the server. Trying again.");
    expect(screen.queryByText("Error loading consultation details")).toBeNull();
  });

  test.each([
    [{ message: "Out of order" }, "Out of order"],
    [{ message: "" }, "Failed to load consultation details"],
  ])("shows a failure in place and in a toast", async (body, toast) => {
    serve(
      http.get(
        "/api/consultations/{key}",
        onlyAt("/abc", () => HttpResponse.json(body, { status: 400 })),
      ),
    );
    renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
    await screen.findByText("Error loading consultation details");
    await screen.findByText(toast);
  });
});
