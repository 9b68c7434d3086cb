import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { renderInDashboard } from "../../../../test/dashboard";
import { type Answer, jsonResponse, lost } from "../../../../test/network";
import {
  ACTIONS,
  ADA,
  inbox,
  record,
  sentActions,
  serve,
  undoable,
} from "../../../../test/records";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { inboxQuery } from "../../../api/get-inbox";
import { useLocation } from "../../../router";
import { setShortcutsEnabled } from "../../../ui/keys/key-switch";
import consultations from "../kinds/consultations.kind";
import { SubmissionDetail } from "./SubmissionDetail";

const LIST = "?box=new&sort=oldest&page=3";
const at = `/dashboard/consultation/abc${LIST}`;
const NEIGHBOURS = "GET /api/consultations/abc/neighbours?";
const BULK = "POST /api/consultations/actions/";
const address = () => screen.getByTestId("address").textContent;
const button = (name: string) => screen.findByRole("button", { name });

let now = 0;

/** Presses a key, so many milliseconds after the one before. */
function press(
  key: string,
  { after = 1000, ...rest }: KeyboardEventInit & { after?: number } = {},
) {
  const event = createEvent.keyDown(document.body, { key, ...rest });
  now += after;
  Object.defineProperty(event, "timeStamp", { value: now });
  fireEvent(document.body, event);
}

/** The record after an action of the user, who can undo it. */
const left = (action: "finish" | "spam" | "start" | "assign", work = {}) =>
  record({ state: "done", version: 2, undo: undoable(action), ...work });

const beside =
  (next: string | null): Answer =>
  () =>
    jsonResponse(200, { previous: null, next });

/** The record that the address names. */
function Page() {
  const [, , , slug] = useLocation().pathname.split("/");
  return slug && <SubmissionDetail key={slug} kind={consultations} slug={slug} />;
}

function show(answers: Record<string, Answer> = {}, place = at, found = record()) {
  const sent = serve(found, {
    [NEIGHBOURS]: beside("def"),
    "GET /api/consultations/def": () =>
      jsonResponse(200, record({ slug: "def", full_name: "Next Visitor" })),
    "GET /api/consultations/def/neighbours?": beside(null),
    ...answers,
  });
  const view = renderInDashboard(<Page />, { at: place });
  return { ...view, sent };
}

beforeEach(() => rememberTokens(accessToken(900), "r1"));

describe("after Done and Spam", () => {
  test.each([
    ["e", "finish", "Marked as done"],
    ["!", "spam", "Marked as spam"],
  ] as const)("the next record of the list opens: %s", async (key, action, message) => {
    const { sent } = show({ [ACTIONS]: () => jsonResponse(200, left(action)) });
    await screen.findByRole("link", { name: "Next record" });
    press(key);
    await waitFor(() => expect(address()).toBe(`/dashboard/consultation/def${LIST}`));
    await screen.findByText(message);
    expect(sentActions(sent)).toMatchObject([{ action, version: 1 }]);
    expect(screen.getByText(message).closest("[aria-live=polite]")).not.toBeNull();
  });

  test("the last record leads back to the list", async () => {
    show({ [ACTIONS]: () => jsonResponse(200, left("finish")), [NEIGHBOURS]: beside(null) });
    await userEvent.click(await button("Mark done"));
    await waitFor(() => expect(address()).toBe(`/dashboard/consultation${LIST}`));
    await button("Undo");
  });

  test("a record without a list stays, offers to undo, and does so once", async () => {
    const { sent } = show(
      {
        [ACTIONS]: () => jsonResponse(200, left("finish")),
        [BULK]: () =>
          jsonResponse(200, {
            results: [{ slug: "abc", status: 200, record: record({ version: 3 }) }],
          }),
      },
      "/dashboard/consultation/abc",
    );
    await userEvent.click(await button("Mark done"));
    await screen.findByText("Marked as done");
    const work = await screen.findByRole("group", { name: "Work" });
    await userEvent.dblClick(await within(work).findByRole("button", { name: "Undo" }));
    await screen.findByText("Undone: Visitor 1");
    await within(work).findByText("New");
    expect(within(work).queryByRole("button", { name: "Undo" })).toBeNull();
    expect(address()).toBe("/dashboard/consultation/abc");
    expect(sentActions(sent).slice(1)).toMatchObject([
      { action: "undo", records: [{ slug: "abc", version: 2 }] },
    ]);
  });

  test("the neighbours are waited for, and a call for them that fails keeps the record open", async () => {
    show({
      [ACTIONS]: () => jsonResponse(200, left("finish")),
      [NEIGHBOURS]: () => jsonResponse(400),
    });
    await button("Mark done");
    press("e");
    await screen.findByText("Marked as done");
    expect(address()).toBe(at);
  });

  test("what a colleague changed is said, with the way back", async () => {
    const message = "Grace Hopper marked this as spam";
    const changed = record({ state: "spam", version: 2 });
    const reads = [record()];
    show({
      [ACTIONS]: () => jsonResponse(409, { message, record: changed }),
      "GET /api/consultations/abc": () => jsonResponse(200, reads.shift() ?? changed),
    });
    await screen.findByRole("link", { name: "Next record" });
    press("e");
    await screen.findByText(`Nothing was changed for Visitor 1. ${message}.`);
    await screen.findByText("Next Visitor");
    await userEvent.click(await button("Open"));
    expect(address()).toBe(at);
    await screen.findByText("Spam", { selector: "[role=status] *" });
  });
});

test("a lost answer to what was left is asked for again under the same key", async () => {
  const answers = [lost, lost, lost, () => jsonResponse(200, left("finish"))];
  const { sent } = show({ [ACTIONS]: (call) => (answers.shift() ?? lost)(call) });
  await screen.findByRole("link", { name: "Next record" });
  press("e");
  await screen.findByText("Next Visitor");
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByText("Marked as done");
  const keys = sentActions(sent).map(({ key }) => key);
  expect([keys.length, new Set(keys).size]).toEqual([4, 1]);
});

describe("undo by z", () => {
  test("brings back the record, and the counts with it", async () => {
    const { client, sent } = show({
      [ACTIONS]: () => jsonResponse(200, left("finish")),
      [BULK]: () =>
        jsonResponse(200, {
          results: [{ slug: "abc", status: 200, record: record({ version: 3 }) }],
        }),
    });
    await screen.findByRole("link", { name: "Next record" });
    client.setQueryData(inboxQuery.queryKey, inbox({ new: 5 }));
    press("e");
    // The answer is not there yet.
    press("z");
    await screen.findByText("Undone: Visitor 1");
    const counts = client.getQueryData(inboxQuery.queryKey)?.consultations;
    expect([counts?.new, counts?.done]).toEqual([5, 0]);
    const [, undo] = sentActions(sent);
    expect(undo).toMatchObject({ action: "undo", records: [{ slug: "abc", version: 2 }] });
    expect(undo?.key).toMatch(/^[\da-f-]{36}$/);
    press("z");
    await screen.findByText("There is nothing to undo.");
    expect(sentActions(sent)).toHaveLength(2);
  });

  test("takes the last action on the open record where this tab has none", async () => {
    const { sent } = show(
      {
        [BULK]: () =>
          jsonResponse(200, {
            results: [{ slug: "abc", status: 200, record: record({ version: 3 }) }],
          }),
      },
      at,
      left("finish"),
    );
    await button("Undo");
    press("z");
    await screen.findByText("Undone: Visitor 1");
    expect(sentActions(sent)).toMatchObject([{ action: "undo", records: [{ version: 2 }] }]);
  });

  test("says who came in between", async () => {
    const message = "Grace Hopper reopened this";
    const history = [
      {
        at: "2026-03-01T13:00:00.000000Z",
        by: "Grace Hopper",
        action: "reopen",
        from: "done",
        to: "open",
        text: null,
      },
    ];
    const found = { ...record({ state: "open", version: 3 }), history };
    show(
      {
        [BULK]: () =>
          jsonResponse(200, { results: [{ slug: "abc", status: 409, message, record: found }] }),
      },
      at,
      left("finish"),
    );
    await userEvent.click(await button("Undo"));
    await screen.findByText("Couldn't undo: 1 was changed by Grace Hopper");
    screen.getByText(`Visitor 1: ${message}`);
  });

  test("a lost answer is asked for again under the same key", async () => {
    const answers = [
      lost,
      () =>
        jsonResponse(200, {
          results: [{ slug: "abc", status: 200, record: record({ version: 3 }) }],
        }),
    ];
    const { sent } = show(
      { [BULK]: (call) => (answers.shift() ?? lost)(call) },
      at,
      left("finish"),
    );
    await userEvent.click(await button("Undo"));
    await screen.findByText("Undone: Visitor 1", {}, { timeout: 3000 });
    const keys = sentActions(sent).map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });
});

describe("single keys on a record", () => {
  test("start it, and give it to the user", async () => {
    const answers = [
      left("start", { state: "open" }),
      left("assign", { state: "open", version: 3, assigned_to: ADA }),
    ];
    const { sent } = show({ [ACTIONS]: () => jsonResponse(200, answers.shift()) });
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

  test("lead to the note", async () => {
    show();
    const note = await screen.findByRole("textbox", { name: "Note" });
    press("n");
    expect(document.activeElement).toBe(note);
  });

  test("say why an action is not allowed", async () => {
    const { sent } = show({}, at, record({ state: "spam" }));
    await button("Not spam");
    press("e");
    await screen.findByText("This is marked as spam: say that it is not spam first.");
    press("!");
    await screen.findByText("This is already marked as spam.");
    expect(sentActions(sent)).toEqual([]);
  });

  test("do nothing in a field, with a modifier, held down, twice at once, or switched off", async () => {
    const { sent } = show(
      { [ACTIONS]: () => jsonResponse(200, left("start", { state: "open" })) },
      "/dashboard/consultation/abc",
    );
    fireEvent.keyDown(await screen.findByRole("textbox", { name: "Note" }), { key: "s" });
    press("s", { ctrlKey: true });
    press("s", { repeat: true });
    setShortcutsEnabled(false);
    press("s");
    setShortcutsEnabled(true);
    expect(sentActions(sent)).toEqual([]);
    press("s");
    press("s", { after: 200 });
    await screen.findByText("Started");
    expect(sentActions(sent)).toHaveLength(1);
    expect(screen.queryByText("This is already in progress.")).toBeNull();
  });
});
