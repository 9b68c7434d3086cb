import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderInDashboard } from "../../../../test/dashboard";
import { listPage, record, row, serve, serveRecord } from "../../../../test/records";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { formRules } from "~/rules/metadata";
import { SearchBox } from "../list/search/SearchBox";
import { SearchProvider } from "../list/search/SearchProvider";
import { SubmissionList } from "../list/SubmissionList";
import { SubmissionDetail } from "../record/SubmissionDetail";
import consultations from "./consultations.kind";

// A field that the form gets later.
const budget = { name: "monthly_budget", required: false, min: null, max: 20, accept: [] };
const filled = { monthly_budget: "5,000" };

beforeEach(() => {
  rememberTokens(accessToken(900), "r1");
  formRules.contact.push({ ...budget, kind: "line" });
});
afterEach(() => void formRules.contact.pop());

test.each([
  [filled, "5,000"],
  // A server of the previous release does not send it.
  [{}, "None given"],
])("a record shows a new field of its form: %o", async (work, text) => {
  serveRecord({ ...record({ referral: "A friend" }), ...work });
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
  const label = await screen.findByText("Monthly Budget");
  expect(label.nextElementSibling?.textContent).toBe(text);
});

test("a search of cached rows covers a new field of their form", async () => {
  const rows = [{ ...row(2), ...filled }, row(1)];
  serve(http.get("/api/consultations", ({ response }) => response(200).json(listPage(rows))));
  renderInDashboard(
    <SearchProvider>
      <SearchBox />
      <SubmissionList kind={consultations} />
    </SearchProvider>,
    { at: "/dashboard" },
  );
  await screen.findByRole("cell", { name: "Visitor 1" });
  fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), {
    target: { value: "5,000" },
  });
  screen.getByRole("cell", { name: "Visitor 2" });
  expect(screen.queryByRole("cell", { name: "Visitor 1" })).toBeNull();
});
