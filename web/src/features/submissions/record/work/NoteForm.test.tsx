import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { deferred } from "../../../../../test/deferred";
import {
  acted,
  conflict,
  historyEntry,
  record,
  sentActions,
  serveRecord,
} from "../../../../../test/records";
import { renderInDashboard } from "../../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../../test/tokens";
import { http } from "../../../../../mocks/http";
import { jsonResponse, type UntypedResponse } from "../../../../../test/responses";
import { onlyAt, recordCalls } from "../../../../../test/server";
import {
  adoptNoteDrafts,
  clearNoteDrafts,
  deleteNoteDraft,
  readNoteDraft,
  writeNoteDraft,
} from "~/features/session/note-drafts";
import { publicRules } from "~/rules/load";
import consultations from "~/features/submissions/kinds/consultations.kind";
import { SubmissionDetail } from "../SubmissionDetail";

const note = () => screen.findByLabelText<HTMLTextAreaElement>("Note");
const add = async () => userEvent.click(await screen.findByRole("button", { name: "Add note" }));
const stored = (text: string) => record({ version: 2, history: [historyEntry("note", { text })] });
const away = () => jsonResponse(503, { message: "Away" });
const gone = () => jsonResponse(404, { message: "Consultation not found" });

/** Answers notes with these responses, one after the other. */
const notes = (...responses: (() => UntypedResponse)[]) =>
  http.post(
    "/api/consultations/{key}/actions",
    onlyAt("/abc/actions", () => (responses.shift() ?? gone)()),
  );

function show() {
  return renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
}

beforeEach(() => {
  clearNoteDrafts();
  rememberTokens(accessToken(900), "r1");
});

test("validates a note by the rules, and shows its length", async () => {
  serveRecord(record());
  const sent = recordCalls();
  show();
  await add();
  await screen.findByText("Note is required");
  expect(document.activeElement).toBe(await note());
  fireEvent.input(await note(), { target: { value: "a".repeat(2001) } });
  await screen.findByText("Note must not exceed 2000 characters");
  await screen.findByText("2,001 / 2,000");
  expect(publicRules.loaded()).toBeUndefined();
  fireEvent.input(await note(), { target: { value: "a\u0000" } });
  await screen.findByText("Note contains characters that cannot be used");
  fireEvent.input(await note(), { target: { value: "a" } });
  await waitFor(() => expect(screen.queryByText(/^Note /)).toBeNull());
  expect(sentActions(sent)).toEqual([]);
});

test("shows a note at once, reports when it is saved, and clears the field", async () => {
  const response = deferred<UntypedResponse>();
  serveRecord(
    record(),
    http.post(
      "/api/consultations/{key}/actions",
      onlyAt("/abc/actions", () => response.promise),
    ),
  );
  const sent = recordCalls();
  show();
  await userEvent.type(await note(), "Ring her up");
  await add();
  await screen.findByText("Ring her up", { selector: "p" });
  screen.getByRole("button", { name: "Saving…" });
  expect((await note()).value).toBe("");
  expect(screen.queryByText("Note added.")).toBeNull();
  response.resolve(jsonResponse(200, stored("Ring her up")));
  await screen.findByText("Note added.");
  expect((await note()).value).toBe("");
  expect(sentActions(sent)).toMatchObject([{ action: "note", text: "Ring her up" }]);
  expect(sentActions(sent)[0]).not.toHaveProperty("version");
  expect(sessionStorage).toHaveLength(0);
});

test("submits a note with the keyboard", async () => {
  serveRecord(
    record(),
    http.post(
      "/api/consultations/{key}/actions",
      onlyAt("/abc/actions", ({ response }) => response(200).json(stored("Ring"))),
    ),
  );
  const sent = recordCalls();
  show();
  await userEvent.type(await note(), "Ring{Control>}{Enter}{/Control}");
  await screen.findByText("Note added.");
  expect(sentActions(sent)).toMatchObject([{ text: "Ring" }]);
});

test("sends a note that was submitted during another action, once that has ended", async () => {
  const started = deferred<UntypedResponse>();
  serveRecord(
    record(),
    http.post("/api/consultations/actions", () => started.promise),
    http.post(
      "/api/consultations/{key}/actions",
      onlyAt("/abc/actions", ({ response }) => response(200).json(stored("Ring"))),
    ),
  );
  const sent = recordCalls();
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Start" }));
  await userEvent.type(await note(), "Ring{Control>}{Enter}{Enter}{/Control}");
  screen.getByRole("button", { name: "Saving…" });
  expect((await note()).value).toBe("Ring");
  expect(sentActions(sent)).toMatchObject([{ action: "start" }]);
  started.resolve(acted(record({ version: 2, state: "open" })));
  await screen.findByText("Note added.");
  expect(sentActions(sent)).toMatchObject([{ action: "start" }, { action: "note", text: "Ring" }]);
  expect((await note()).value).toBe("");
});

test("keeps a note that was submitted during an action that is refused", async () => {
  const started = deferred<UntypedResponse>();
  serveRecord(
    record(),
    http.post("/api/consultations/actions", () => started.promise),
  );
  const sent = recordCalls();
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Start" }));
  await userEvent.type(await note(), "Ring{Control>}{Enter}{/Control}");
  screen.getByRole("button", { name: "Saving…" });
  started.resolve(conflict(record({ version: 2 })));
  await screen.findByRole("alert");
  await screen.findByRole("button", { name: "Add note" });
  expect((await note()).value).toBe("Ring");
  expect(sentActions(sent)).toMatchObject([{ action: "start" }]);
});

test.each(["Try again", "Add note"])(
  "restores a refused note, and retries it with the same key: %s",
  async (name) => {
    serveRecord(
      record(),
      notes(away, away, away, () => jsonResponse(200, stored("Ring her up"))),
    );
    const sent = recordCalls();
    show();
    await userEvent.type(await note(), "Ring her up");
    await add();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The server is unavailable right now.");
    expect((await note()).value).toBe("Ring her up");
    expect(screen.queryByText("Ring her up", { selector: "p" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name }));
    await screen.findByText("Note added.");
    expect(sentActions(sent)).toHaveLength(4);
    expect(new Set(sentActions(sent).map(({ key }) => key)).size).toBe(1);
  },
);

test("sends a refused note as it was edited since", async () => {
  serveRecord(
    record(),
    notes(away, away, away, () => jsonResponse(200, stored("Ring her up after five"))),
  );
  const sent = recordCalls();
  show();
  await userEvent.type(await note(), "Ring her up");
  await add();
  await screen.findByRole("alert");
  await userEvent.type(await note(), " after five");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Note added.");
  expect(sentActions(sent).at(-1)).toMatchObject({ text: "Ring her up after five" });
  expect((await note()).value).toBe("");
});

test("adds what was typed before the user was known to the draft, and keeps an edited one", () => {
  writeNoteDraft("ada", "record", "Ring her up");
  writeNoteDraft("", "record", "after five");
  writeNoteDraft("", "other", "Also him");
  writeNoteDraft("bob", "other", "No");
  adoptNoteDrafts("ada");
  expect(["ada", "", "bob"].map((writer) => readNoteDraft(writer, "other"))).toEqual([
    "Also him",
    "",
    "",
  ]);
  deleteNoteDraft("record", "Ring her up");
  expect(readNoteDraft("ada", "record")).toBe("Ring her up\nafter five");
  deleteNoteDraft("record", "Ring her up\nafter five");
  expect(readNoteDraft("ada", "record")).toBe("");
});

test("sends a note without a response with the same key after another action", async () => {
  serveRecord(
    record(),
    http.post("/api/consultations/actions", () => acted(record({ version: 2, state: "open" }))),
    notes(away, away, away, () => jsonResponse(200, stored("Ring her up"))),
  );
  const sent = recordCalls();
  show();
  await userEvent.type(await note(), "Ring her up");
  await add();
  await screen.findByText("The server is unavailable right now.", {}, { timeout: 5000 });
  await userEvent.click(screen.getByRole("button", { name: "Start" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  await add();
  await screen.findByText("Note added.");
  // Four times the note, with one key, and the start.
  const keys = sentActions(sent).map(({ key }) => key);
  expect(keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(2);
});

test("keeps a draft after other actions, navigation and the end of a session", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const ended = { message: "Unauthorized: Invalid or expired token" };
  serveRecord(
    record(),
    http.post(
      "/api/consultations/{key}/actions",
      onlyAt("/abc/actions", () => HttpResponse.json(ended, { status: 401 })),
    ),
    http.post("/api/token/refresh", () => HttpResponse.json(ended, { status: 401 })),
  );
  const view = show();
  await userEvent.type(await note(), "Ring her up");
  await add();
  await screen.findByText(/Couldn't update Visitor 1\. Your session has ended\./);
  expect((await note()).value).toBe("Ring her up");
  view.unmount();

  rememberTokens(accessToken(900), "r2");
  show();
  await waitFor(async () => expect((await note()).value).toBe("Ring her up"));
});

test("shows a draft to no other user", async () => {
  serveRecord(record());
  const view = show();
  await screen.findByRole("option", { name: "Ada Byron (you)" });
  await userEvent.type(await note(), "Ring her up");
  view.unmount();

  const grace = { username: "grace", first_name: "Grace", last_name: "Hopper", email: "" };
  serveRecord(
    record(),
    http.get("/api/userinfo", ({ response }) => response(200).json(grace)),
  );
  show();
  await screen.findByRole("option", { name: "Grace Hopper (you)" });
  expect((await note()).value).toBe("");
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
});
