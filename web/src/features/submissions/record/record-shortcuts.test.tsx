import { act, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type HttpHandler, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { renderInDashboard } from "../../../../test/dashboard";
import { deferred } from "../../../../test/deferred";
import {
  acted,
  ADA,
  conflict,
  GRACE,
  historyEntry,
  record,
  refusedAction,
  sentActions,
  serveRecord,
  undoable,
} from "../../../../test/records";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { jsonResponse, type Responder, type UntypedResponse } from "../../../../test/responses";
import { onlyAt, recordCalls } from "../../../../test/server";
import { clearUserData } from "~/api/query-client";
import { useLocation } from "react-router-dom";
import { setShortcutsEnabled } from "~/ui/keys/key-switch";
import consultations from "../kinds/consultations.kind";
import { SubmissionDetail } from "./SubmissionDetail";

const LIST = "?box=new&sort=oldest&page=3";
const at = `/dashboard/consultation/abc${LIST}`;
const BULK = "/api/consultations/actions";
const address = () => screen.getByTestId("address").textContent;
const button = (name: string) => screen.findByRole("button", { name });

let now = 0;

/** Presses a key, `after` milliseconds after the previous one. */
function press(
  key: string,
  { after = 1000, ...rest }: KeyboardEventInit & { after?: number } = {},
) {
  const event = createEvent.keyDown(document.body, { key, ...rest });
  now += after;
  Object.defineProperty(event, "timeStamp", { value: now });
  fireEvent(document.body, event);
}

/** Returns the record after the user's action, which can be undone. */
const left = (action: "finish" | "spam" | "start" | "assign", work = {}) =>
  record({ state: "done", version: 2, undo: undoable(action), ...work });

const neighbours = (next: string | null) => () => jsonResponse(200, { previous: null, next });

/** Shows the record in the URL. */
function Page() {
  const [, , , slug] = useLocation().pathname.split("/");
  return slug && <SubmissionDetail kind={consultations} slug={slug} inDashboard />;
}

function show(handlers: HttpHandler[] = [], place = at, found = record()) {
  serveRecord(
    found,
    ...handlers,
    http.get("/api/consultations/{key}/neighbours", onlyAt("/def/neighbours", neighbours(null))),
    http.get(
      "/api/consultations/{key}",
      onlyAt("/def", ({ response }) =>
        response(200).json(record({ slug: "def", full_name: "Next Visitor" })),
      ),
    ),
    http.get("/api/consultations/{key}/neighbours", onlyAt("/abc/neighbours", neighbours("def"))),
  );
  const sent = recordCalls();
  const view = renderInDashboard(<Page />, { at: place });
  return { ...view, sent };
}

beforeEach(() => rememberTokens(accessToken(900), "r1"));

describe("Done and Spam", () => {
  test.each([
    ["e", "finish", "Marked as done"],
    ["!", "spam", "Marked as spam"],
  ] as const)("open the next record of the list: %s", async (key, action, message) => {
    const { sent } = show([http.post(BULK, () => acted(left(action)))]);
    await screen.findByRole("link", { name: "Next record" });
    press(key);
    await waitFor(() => expect(address()).toBe(`/dashboard/consultation/def${LIST}`));
    await screen.findByText(message);
    expect(sentActions(sent)).toMatchObject([{ action, records: [{ slug: "abc", version: 1 }] }]);
    expect(screen.getByText(message).closest("[aria-live=polite]")).not.toBeNull();
  });

  test("open the list after the last record", async () => {
    show([
      http.post(BULK, () => acted(left("finish"))),
      http.get("/api/consultations/{key}/neighbours", onlyAt("/abc/neighbours", neighbours(null))),
    ]);
    await userEvent.click(await button("Mark done"));
    await waitFor(() => expect(address()).toBe(`/dashboard/consultation${LIST}`));
    await button("Undo");
  });

  test("keep a record open without a list, and undo once", async () => {
    const responses = [acted(left("finish")), acted(record({ version: 3 }))];
    const { sent } = show(
      [http.post(BULK, () => responses.shift() ?? HttpResponse.error())],
      "/dashboard/consultation/abc",
    );
    await userEvent.click(await button("Mark done"));
    await screen.findByText("Marked as done");
    const work = await screen.findByRole("group", { name: "Status and assignment" });
    await userEvent.dblClick(await within(work).findByRole("button", { name: "Undo" }));
    await screen.findByText("Undone: Visitor 1");
    await within(work).findByText("New");
    expect(within(work).queryByRole("button", { name: "Undo" })).toBeNull();
    expect(address()).toBe("/dashboard/consultation/abc");
    expect(sentActions(sent).slice(1)).toMatchObject([
      { action: "undo", records: [{ slug: "abc", version: 2 }] },
    ]);
  });

  test("wait for the neighbors, and keep the record open if their call fails", async () => {
    show([
      http.post(BULK, () => acted(left("finish"))),
      http.get(
        "/api/consultations/{key}/neighbours",
        onlyAt("/abc/neighbours", () => new HttpResponse(null, { status: 400 })),
      ),
    ]);
    await button("Mark done");
    press("e");
    await screen.findByText("Marked as done");
    expect(address()).toBe(at);
  });

  const assigned = record({
    version: 2,
    assigned_to: GRACE,
    history: [historyEntry("assign", { from: null, to: GRACE.name })],
  });

  test.each([
    ["e", () => conflict(assigned), /changed this a moment/],
    ["!", () => conflict(assigned), /changed this a moment/],
    ["e", () => refusedAction(422, "Not today"), /Couldn't mark as done\. Not today\./],
    ["!", () => jsonResponse(429, { message: "Later" }), /Couldn't mark as spam\. Later\./],
  ] as [string, Responder, RegExp][])(
    "keep the record open if they are refused: %s, %#",
    async (key, response, notice) => {
      const neighbour = deferred<UntypedResponse>();
      const { sent } = show([
        http.post(BULK, response),
        http.get(
          "/api/consultations/{key}/neighbours",
          onlyAt("/abc/neighbours", () => neighbour.promise),
        ),
      ]);
      await button("Mark done");
      press(key);
      const alert = await screen.findByRole("alert");
      expect(alert.textContent).toMatch(notice);
      await act(async () => neighbour.resolve(neighbours("def")()));
      await screen.findByRole("link", { name: "Next record" });
      expect(address()).toBe(at);
      expect(screen.getByRole("alert").textContent).toMatch(notice);
      expect(sentActions(sent)).toHaveLength(1);
    },
  );

  test("open the next record once a refused one is repeated", async () => {
    const responses = [() => conflict(assigned), () => acted(left("finish", { version: 3 }))];
    show([http.post(BULK, () => (responses.shift() ?? HttpResponse.error)())]);
    await screen.findByRole("link", { name: "Next record" });
    press("e");
    await userEvent.click(await button("Mark as done anyway"));
    await screen.findByText("Next Visitor");
  });

  test("are shown on the next record at once, and sent after the former one", async () => {
    const first = deferred<UntypedResponse>();
    const next = { ...left("finish"), slug: "def" };
    const responses = [() => first.promise, () => acted(next)];
    const { sent } = show([http.post(BULK, () => (responses.shift() ?? HttpResponse.error)())]);
    await screen.findByRole("link", { name: "Next record" });
    press("e");
    press("j");
    await screen.findByText("Next Visitor");
    await button("Mark done");
    press("e");
    await screen.findByText("Done", { selector: "[role=status] *" });
    expect(sentActions(sent)).toMatchObject([{ records: [{ slug: "abc" }] }]);
    await act(async () => first.resolve(acted(left("finish"))));
    await waitFor(() => expect(sentActions(sent)).toHaveLength(2));
    expect(sentActions(sent)[1]).toMatchObject({ records: [{ slug: "def", version: 1 }] });
    await waitFor(() => expect(address()).toBe(`/dashboard/consultation${LIST}`));
  });

  test("are sent again if the server fails to change the record", async () => {
    const responses = [refusedAction(503, "Busy"), acted(left("finish"))];
    const { sent } = show([http.post(BULK, () => responses.shift() ?? HttpResponse.error())]);
    await screen.findByRole("link", { name: "Next record" });
    press("e");
    await screen.findByText("Next Visitor");
    const keys = sentActions(sent).map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test("keep the record open while a note is being typed", async () => {
    const response = deferred<UntypedResponse>();
    show([http.post(BULK, () => response.promise)]);
    await screen.findByRole("link", { name: "Next record" });
    press("e");
    press("n");
    await act(async () => response.resolve(acted(left("finish"))));
    const work = await screen.findByRole("group", { name: "Status and assignment" });
    await within(work).findByRole("button", { name: "Undo" });
    expect(address()).toBe(at);
  });

  test("report a colleague's change after another record was opened, with a link back", async () => {
    const message = "Grace Hopper marked this as spam";
    const changed = record({ state: "spam", version: 2 });
    const reads = [record()];
    const outcome = deferred<UntypedResponse>();
    show([
      http.post(BULK, () => outcome.promise),
      http.get(
        "/api/consultations/{key}",
        onlyAt("/abc", ({ response }) => response(200).json(reads.shift() ?? changed)),
      ),
    ]);
    await screen.findByRole("link", { name: "Next record" });
    press("e");
    press("j");
    await screen.findByText("Next Visitor");
    await act(async () => outcome.resolve(conflict(changed, message)));
    await screen.findByText(`Couldn't update Visitor 1. ${message}.`);
    await userEvent.click(await button("Open"));
    expect(address()).toBe(at);
    await screen.findByText("Spam", { selector: "[role=status] *" });
  });
});

test("retries after a lost response with the same key, and then opens the next record", async () => {
  const responses = [
    HttpResponse.error,
    HttpResponse.error,
    HttpResponse.error,
    () => acted(left("finish")),
  ];
  const { sent } = show([http.post(BULK, () => (responses.shift() ?? HttpResponse.error)())]);
  await screen.findByRole("link", { name: "Next record" });
  press("e");
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByText("Marked as done");
  await screen.findByText("Next Visitor");
  const keys = sentActions(sent).map(({ key }) => key);
  expect([keys.length, new Set(keys).size]).toEqual([4, 1]);
});

describe("undo with z", () => {
  test("restores the record", async () => {
    const responses = [acted(left("finish")), acted(record({ version: 3 }))];
    const { sent } = show([http.post(BULK, () => responses.shift() ?? HttpResponse.error())]);
    await screen.findByRole("link", { name: "Next record" });
    press("e");
    // The response has not arrived yet.
    press("z");
    await screen.findByText("Undone: Visitor 1");
    const [, undo] = sentActions(sent);
    expect(undo).toMatchObject({ action: "undo", records: [{ slug: "abc", version: 2 }] });
    expect(undo?.key).toMatch(/^[\da-f-]{36}$/);
    press("z");
    await screen.findByText("There is nothing to undo.");
    expect(sentActions(sent)).toHaveLength(2);
  });

  test("undoes no action of a former session", async () => {
    show([http.post(BULK, () => acted(left("finish")))]);
    await screen.findByRole("link", { name: "Next record" });
    press("e");
    await screen.findByText("Next Visitor");
    act(clearUserData);
    press("z");
    await screen.findByText("There is nothing to undo.");
  });

  test("undoes the last action on the open record if this tab has none", async () => {
    const { sent } = show(
      [http.post(BULK, () => acted(record({ version: 3 })))],
      at,
      left("finish"),
    );
    await button("Undo");
    press("z");
    await screen.findByText("Undone: Visitor 1");
    expect(sentActions(sent)).toMatchObject([{ action: "undo", records: [{ version: 2 }] }]);
  });

  test("names the colleague who changed the record since", async () => {
    const message = "Grace Hopper reopened this";
    const history = [historyEntry("reopen", { from: "done", to: "open" })];
    const found = { ...record({ state: "open", version: 3 }), history };
    show([http.post(BULK, () => conflict(found, message))], at, left("finish"));
    await userEvent.click(await button("Undo"));
    await screen.findByText("Couldn't undo: 1 was changed by Grace Hopper");
    screen.getByText(`Visitor 1: ${message}`);
  });

  test("retries after a lost response with the same key", async () => {
    const responses = [HttpResponse.error, () => acted(record({ version: 3 }))];
    const { sent } = show(
      [http.post(BULK, () => (responses.shift() ?? HttpResponse.error)())],
      at,
      left("finish"),
    );
    await userEvent.click(await button("Undo"));
    await screen.findByText("Undone: Visitor 1", {}, { timeout: 3000 });
    const keys = sentActions(sent).map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });
});

describe("keyboard shortcuts on a record", () => {
  test("start the record, and assign it to the user", async () => {
    const responses = [
      left("start", { state: "open" }),
      left("assign", { state: "open", version: 3, assigned_to: ADA }),
    ];
    const { sent } = show([http.post(BULK, () => acted(responses.shift() ?? record()))]);
    await button("Assign to me");
    press("s");
    await screen.findByText("Started");
    press("m");
    await screen.findByText("Assigned to you", { selector: "bdi" });
    press("m");
    await screen.findByText("This is already assigned to you.");
    expect(sentActions(sent)).toMatchObject([{ action: "start" }, { action: "assign", to: "ada" }]);
    expect(address()).toBe(at);
  });

  test.each([
    ["Caps Lock", { key: "S", code: "KeyS" }],
    ["a Russian layout", { key: "ы", code: "KeyS" }],
    ["an Arabic layout", { key: "س", code: "KeyS" }],
    ["a Dvorak layout", { key: "s", code: "Semicolon" }],
  ])("work with %s", async (_, { key, code }) => {
    const { sent } = show(
      [http.post(BULK, () => acted(left("start", { state: "open" })))],
      "/dashboard/consultation/abc",
    );
    await button("Start");
    press(key, { code });
    await waitFor(() => expect(sentActions(sent)).toMatchObject([{ action: "start" }]));
  });

  test("focus the note", async () => {
    show();
    const note = await screen.findByRole("textbox", { name: "Note" });
    press("n");
    expect(document.activeElement).toBe(note);
  });

  test("say why an action is not allowed", async () => {
    const { sent } = show([], at, record({ state: "spam" }));
    await button("Not spam");
    press("e");
    await screen.findByText("This is spam. Mark it as not spam first.");
    press("!");
    await screen.findByText("This is already marked as spam.");
    expect(sentActions(sent)).toEqual([]);
  });

  test("do nothing in a field, with a modifier, held down, pressed twice at once, or turned off", async () => {
    const { sent } = show(
      [http.post(BULK, () => acted(left("start", { state: "open" })))],
      "/dashboard/consultation/abc",
    );
    fireEvent.keyDown(await screen.findByRole("textbox", { name: "Note" }), { key: "s" });
    press("s", { ctrlKey: true });
    press("s", { isComposing: true });
    press("S", { shiftKey: true });
    press("s", { repeat: true });
    setShortcutsEnabled(false);
    press("s");
    setShortcutsEnabled(true);
    // In another tab.
    for (const off of ["off", null]) {
      if (off) localStorage.setItem("keys", off);
      else localStorage.removeItem("keys");
      act(() => void dispatchEvent(new StorageEvent("storage", { key: "keys", newValue: off })));
      if (off) press("s");
    }
    expect(sentActions(sent)).toEqual([]);
    press("s");
    press("s", { after: 200 });
    await screen.findByText("Started");
    expect(sentActions(sent)).toHaveLength(1);
    expect(screen.queryByText("This is already in progress.")).toBeNull();
  });
});
