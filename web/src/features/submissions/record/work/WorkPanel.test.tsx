import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { deferred } from "../../../../../test/deferred";
import {
  acted,
  ADA,
  conflict,
  GRACE,
  historyEntry,
  inbox,
  record,
  refusedAction,
  sentActions,
  serveRecord,
} from "../../../../../test/records";
import { renderInDashboard } from "../../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../../test/tokens";
import { http } from "../../../../../mocks/http";
import { foreignResponses } from "../../../../../test/foreign-responses";
import { jsonResponse, type UntypedResponse } from "../../../../../test/responses";
import { onlyAt, recordCalls } from "../../../../../test/server";
import { inboxQuery } from "~/api/inbox";
import { clearNoteDrafts } from "~/features/session/note-drafts";
import { staffRules } from "~/rules/load";
import consultations from "~/features/submissions/kinds/consultations.kind";
import { SubmissionDetail } from "../SubmissionDetail";

const panel = () => screen.findByRole("group", { name: "Status and assignment" });
const button = (name: string) => screen.findByRole("button", { name });
const state = async () => within(await panel()).getByRole("status").textContent;

const missing = { message: "Consultation not found" };
const gone = () => jsonResponse(404, missing);

const note = (second: number) =>
  historyEntry("note", { at: `2026-03-01T13:00:0${second}.000000Z`, text: `Note ${second}` });

function show() {
  return renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
}

beforeEach(() => {
  clearNoteDrafts();
  rememberTokens(accessToken(900), "r1");
});

/** One foreign response of each kind. */
const foreignKinds = foreignResponses.filter(([name]) =>
  ["a portal's page", "a portal's 401", "a portal's 404", "a cut connection"].includes(name),
);

describe("actions on a record", () => {
  const { load } = staffRules;

  test.each(["new", "open", "done", "spam"] as const)(
    "are those that the rules allow: %s",
    async (name) => {
      const rules = await load();
      serveRecord(record({ state: name }));
      show();
      const labels = rules.allowedActions(name).map((action) => {
        return rules.actions.find((each) => each.name === action)?.label ?? "";
      });
      // Signed-in users have one more button.
      if (labels.includes("Assign")) await button("Assign to me");
      const offered = within(await panel()).getAllByRole("button");
      const expected = [...labels, ...(labels.includes("Assign") ? ["Assign to me"] : [])];
      const found = [...offered, await button("Add note")].map(({ textContent }) => textContent);
      expect(found.toSorted()).toEqual(expected.toSorted());
    },
  );

  test("show at once, and stay once the server agrees", async () => {
    const response = deferred<UntypedResponse>();
    serveRecord(
      record(),
      http.post("/api/consultations/actions", () => response.promise),
    );
    const sent = recordCalls();
    const { client } = show();
    await userEvent.click(await button("Start"));
    await waitFor(async () => expect(await state()).toBe("In progress Unassigned"));
    await screen.findByText("started this", { exact: false });
    expect(screen.queryByRole("button", { name: "Start" })).toBeNull();
    expect(sentActions(sent)).toEqual([
      {
        action: "start",
        records: [{ slug: "abc", version: 1 }],
        key: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ]);
    const agreed = record({
      state: "open",
      version: 2,
      history: [historyEntry("start", { to: "open" })],
    });
    await act(async () => response.resolve(acted(agreed)));
    await screen.findByText(GRACE.name, { selector: "bdi" });
    await waitFor(() => expect(client.isMutating()).toBe(0));
    expect(await state()).toBe("In progress Unassigned");
  });

  test("do not cancel the first call for the neighbors", async () => {
    const neighbours = deferred<UntypedResponse>();
    serveRecord(
      record(),
      http.post("/api/consultations/actions", () => acted(record({ state: "open", version: 2 }))),
      http.get(
        "/api/consultations/{key}/neighbours",
        onlyAt("/abc/neighbours?sort=newest", () => neighbours.promise),
      ),
    );
    const { client } = renderInDashboard(
      <SubmissionDetail kind={consultations} slug="abc" inDashboard />,
      {
        at: "/dashboard/consultation/abc",
      },
    );
    await userEvent.click(await button("Start"));
    await button("Mark done");
    await waitFor(() => expect(client.isMutating()).toBe(0));
    await act(async () => neighbours.resolve(jsonResponse(200, { previous: null, next: "def" })));
    await screen.findByRole("link", { name: "Next record" });
  });

  test("ignore a count from before them", async () => {
    const late = deferred<UntypedResponse>();
    const response = deferred<UntypedResponse>();
    serveRecord(
      record(),
      http.post("/api/consultations/actions", () => response.promise),
      http.get("/api/inbox", () => late.promise),
    );
    const { client } = show();
    client.setQueryData(inboxQuery.queryKey, inbox({ new: 5 }));
    void client.prefetchQuery(inboxQuery);
    await userEvent.click(await button("Start"));
    await waitFor(() => expect(client.isMutating()).toBe(1));
    await act(async () => late.resolve(jsonResponse(200, inbox({ new: 9 }))));
    expect(client.getQueryData(inboxQuery.queryKey)?.consultations?.new).toBe(5);
  });

  test("are reverted when the server refuses, with the reason", async () => {
    serveRecord(
      record(),
      http.post("/api/consultations/actions", () => refusedAction(422, "Not today")),
    );
    show();
    await userEvent.click(await button("Mark done"));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("Couldn't mark as done. Not today.");
    expect(await state()).toBe("New Unassigned");
    await button("Start");
  });

  test("are retried after a lost response with the same key, automatically and on demand", async () => {
    const responses = [
      HttpResponse.error,
      HttpResponse.error,
      HttpResponse.error,
      () => acted(record({ state: "open", version: 2 })),
    ];
    serveRecord(
      record(),
      http.post("/api/consultations/actions", () => (responses.shift() ?? HttpResponse.error)()),
    );
    const sent = recordCalls();
    show();
    await userEvent.click(await button("Start"));
    await userEvent.click(await button("Try again"));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    await waitFor(async () => expect(await state()).toBe("In progress Unassigned"));
    const keys = sentActions(sent).map(({ key }) => key);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
  });

  test.each(foreignKinds)(
    "did not happen if %s sends, and the record is read again",
    async (_, respond) => {
      const reads = [record()];
      const now = record({ state: "open", version: 2 });
      serveRecord(
        record(),
        http.post("/api/consultations/actions", respond as never),
        http.get(
          "/api/consultations/{key}",
          onlyAt("/abc", ({ response }) => response(200).json(reads.shift() ?? now)),
        ),
      );
      const sent = recordCalls();
      show();
      await userEvent.type(await screen.findByLabelText("Note"), "Ring her up");
      await userEvent.click(await button("Start"));
      const alert = await screen.findByRole("alert");
      expect(alert.textContent).toContain(
        "Couldn't start. Couldn't reach the server. Check your connection and try again.",
      );
      within(alert).getByRole("button", { name: "Try again" });
      await waitFor(async () => expect(await state()).toBe("In progress Unassigned"));
      expect(screen.getByLabelText<HTMLTextAreaElement>("Note").value).toBe("Ring her up");
      expect(new Set(sentActions(sent).map(({ key }) => key)).size).toBe(1);
    },
  );

  test("are sent once for a double click", async () => {
    serveRecord(
      record(),
      http.post("/api/consultations/actions", () => acted(record({ state: "open", version: 2 }))),
    );
    const sent = recordCalls();
    show();
    await userEvent.dblClick(await button("Start"));
    await waitFor(async () => expect(await state()).toBe("In progress Unassigned"));
    expect(sentActions(sent)).toHaveLength(1);
    // A key that is held down does nothing either: the new buttons do not have the focus.
    expect(document.activeElement).toBe(await panel());
  });

  test("are disabled while one is pending", async () => {
    const response = deferred<UntypedResponse>();
    serveRecord(
      record(),
      http.post("/api/consultations/actions", () => response.promise),
    );
    const sent = recordCalls();
    show();
    await userEvent.click(await button("Start"));
    const next = await button("Mark done");
    await waitFor(() => expect(next.getAttribute("aria-disabled")).toBe("true"));
    await userEvent.click(next);
    expect(sentActions(sent)).toHaveLength(1);
  });
});

describe("a conflicting change", () => {
  test("is reported, and the action is offered again if it is still allowed", async () => {
    const assigned = historyEntry("assign", { from: null, to: ADA });
    const found = record({ version: 2, assigned_to: GRACE, history: [assigned] });
    const done = record({ state: "done", version: 3, assigned_to: GRACE, history: [assigned] });
    const responses = [() => conflict(found), () => acted(done)];
    serveRecord(
      record(),
      http.post("/api/consultations/actions", () => (responses.shift() ?? HttpResponse.error)()),
    );
    const sent = recordCalls();
    show();
    await userEvent.click(await button("Mark done"));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(
      "Couldn't mark as done: Grace Hopper changed this a moment ago.",
    );
    expect(alert.textContent).toContain("Grace Hopper assigned this to you.");
    expect(await state()).toBe("New Assigned to Grace Hopper");
    await userEvent.click(within(alert).getByRole("button", { name: "Mark as done anyway" }));
    await waitFor(async () => expect(await state()).toBe("Done Assigned to Grace Hopper"));
    const [first, second] = sentActions(sent);
    expect([first, second]).toMatchObject([
      { records: [{ version: 1 }] },
      { records: [{ version: 2 }] },
    ]);
    expect(first?.key).not.toBe(second?.key);
  });

  test("is reported with the reason if the action is no longer allowed", async () => {
    const history = [historyEntry("finish", { to: "done" })];
    serveRecord(
      record(),
      http.post("/api/consultations/actions", () =>
        conflict(record({ state: "done", version: 2, history })),
      ),
    );
    show();
    await userEvent.click(await button("Mark done"));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Grace Hopper marked this as done.");
    expect(alert.textContent).toContain("This is already done.");
    expect(within(alert).queryByRole("button")).toBeNull();
    await button("Reopen");
  });

  test("is shown in a record with more events than a response", async () => {
    const seen = record({ history: [note(1), note(2)], history_before: 1 });
    const found = record({ version: 2, history: [note(2), note(3)], history_before: 2 });
    serveRecord(
      seen,
      http.post("/api/consultations/actions", () => conflict(found)),
    );
    show();
    await userEvent.click(await button("Mark done"));
    const alert = await screen.findByRole("alert");
    expect(within(alert).getAllByRole("listitem")).toHaveLength(1);
  });

  test("may be a deletion", async () => {
    const reads = [() => jsonResponse(200, record()), gone];
    serveRecord(
      record(),
      http.post("/api/consultations/actions", () => refusedAction(404, missing.message)),
      http.get(
        "/api/consultations/{key}",
        onlyAt("/abc", () => (reads.shift() ?? gone)()),
      ),
    );
    show();
    await userEvent.type(await screen.findByLabelText("Note"), "Ring her up");
    await userEvent.click(await button("Start"));
    await screen.findByText("Consultation not found");
    screen.getByText("This record has been deleted.");
    screen.getByText("Ring her up");
  });
});

describe("assignment", () => {
  test("offers all people, and assigns only with the button", async () => {
    serveRecord(
      record(),
      http.post("/api/consultations/actions", () =>
        acted(record({ assigned_to: GRACE, version: 2 })),
      ),
    );
    const sent = recordCalls();
    show();
    const select = await screen.findByLabelText<HTMLSelectElement>("Assign to");
    await within(select).findByText("Ada Byron (you)");
    expect(Array.from(select.options, ({ text }) => text)).toEqual([
      "Unassigned",
      "Ada Byron (you)",
      "Grace Hopper",
    ]);
    await userEvent.selectOptions(select, "Grace Hopper");
    expect(sentActions(sent)).toEqual([]);
    await userEvent.click(await button("Assign"));
    await waitFor(async () => expect(await state()).toBe("New Assigned to Grace Hopper"));
    expect(sentActions(sent)).toMatchObject([
      { action: "assign", to: "grace", records: [{ version: 1 }] },
    ]);
  });

  test("assigns to oneself with one click, and to nobody", async () => {
    const responses = [record({ assigned_to: ADA, version: 2 }), record({ version: 3 })];
    serveRecord(
      record({ assigned_to: GRACE }),
      http.post("/api/consultations/actions", () => acted(responses.shift() ?? record())),
    );
    const sent = recordCalls();
    show();
    await userEvent.click(await button("Assign to me"));
    await waitFor(async () => expect(await state()).toBe("New Assigned to you"));
    expect(screen.queryByRole("button", { name: "Assign to me" })).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText("Assign to"), "Unassigned");
    await userEvent.click(await button("Assign"));
    await waitFor(() => expect(sentActions(sent)).toMatchObject([{ to: "ada" }, { to: null }]));
    await waitFor(async () => expect(await state()).toBe("New Unassigned"));
  });

  test("reports people who fail to load, and retries", async () => {
    let status = 400;
    serveRecord(
      record(),
      http.get("/api/admins", () => jsonResponse(status, [GRACE])),
    );
    show();
    const alert = await screen.findByText(/Couldn't load teammates/);
    status = 200;
    await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
    await screen.findByRole("option", { name: "Grace Hopper" });
  });
});
