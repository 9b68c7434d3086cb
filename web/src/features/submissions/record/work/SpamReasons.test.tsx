import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { deferred } from "../../../../../test/deferred";
import { historyEntry, record, serveRecord } from "../../../../../test/records";
import { renderInDashboard } from "../../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../../test/tokens";
import { http } from "../../../../../mocks/http";
import type { UntypedResponse } from "../../../../../test/responses";
import consultations from "~/features/submissions/kinds/consultations.kind";
import { SubmissionDetail } from "../SubmissionDetail";

const heading = "Why this is in spam";
const spam_reasons = [
  { reason: "honeypot" as const, sentence: "A hidden field was filled in (bots do this)" },
  { reason: "links" as const, sentence: "There are many links, or links written as markup" },
];
const marked = { ...historyEntry("spam", { to: "spam" }), by: null };

function show() {
  return renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
}

describe("SpamReasons", () => {
  beforeEach(async () => {
    rememberTokens(accessToken(900), "r1");
  });

  test("shows a sentence for each reason until the record is marked as not spam", async () => {
    const response = deferred<UntypedResponse>();
    serveRecord(
      record({ state: "spam", version: 2, spam_reasons, history: [marked] }),
      http.post("/api/consultations/actions", () => response.promise),
    );
    show();
    await screen.findByText(heading);
    for (const { sentence } of spam_reasons) screen.getByText(`${sentence}.`);
    expect(screen.getAllByRole("listitem").at(-1)?.textContent).toContain(
      "The system marked this as spam",
    );
    await userEvent.click(screen.getByRole("button", { name: "Not spam" }));
    await waitFor(() => expect(screen.queryByText(heading)).toBeNull());
  });

  test.each([
    ["a record that is not spam", { state: "new" as const, spam_reasons }],
    ["spam without reasons", { state: "spam" as const, spam_reasons: [] }],
  ])("shows nothing for %s", async (_, work) => {
    serveRecord(record(work));
    show();
    await screen.findByRole("group", { name: "Status and assignment" });
    expect(screen.queryByText(heading)).toBeNull();
  });
});
