import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type HttpHandler, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { renderInDashboard } from "../../../../test/dashboard";
import { deferred } from "../../../../test/deferred";
import {
  ADA,
  boxCounts,
  type ConsultationDetail,
  GRACE,
  historyEntry,
  listPage,
  record,
  row,
  sentActions,
  serve,
  undoable,
} from "../../../../test/records";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { jsonResponse, type UntypedResponse } from "../../../../test/responses";
import { recordCalls } from "../../../../test/server";
import type { BulkResult } from "~/api/schema";
import consultations from "../kinds/consultations.kind";
import { SubmissionList } from "./SubmissionList";

const LIST = "/api/consultations";
const BULK = "/api/consultations/actions";
const box = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });
const bar = () => screen.findByRole("group", { name: "Selected records" });
const button = async (name: string) => within(await bar()).findByRole("button", { name });
const names = async () =>
  within(await bar())
    .queryAllByRole("button")
    .map(({ textContent }) => textContent);
const selected = () =>
  screen
    .getAllByRole<HTMLInputElement>("checkbox", { name: /^Select Visitor/ })
    .filter(({ checked }) => checked)
    .map((each) => each.getAttribute("aria-label")?.replace("Select Visitor ", ""));

const pressKey = (key: string, rest: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...rest });

const press = (key: string, code: string, shiftKey = false) => pressKey(key, { code, shiftKey });

const rows = [5, 4, 3, 2, 1].map((id) => row(id));

/** Two rows, as a request names them. */
const slugs = (version: number) => [
  { slug: "slug-4", version },
  { slug: "slug-3", version },
];

/** The result of one row, by default marked as done. */
const done = (id: number, work: Partial<ConsultationDetail> = {}) => ({
  slug: `slug-${id}`,
  status: 200,
  record: {
    ...record({ undo: undoable("finish") }),
    ...row(id, { state: "done", version: 2 }),
    ...work,
  },
});

const results = (...each: BulkResult[]) => jsonResponse(200, { results: each });

/** The counts of the boxes under a filter. */
const filteredCounts = http.get("/api/consultations/counts", ({ response }) =>
  response(200).json(boxCounts(5, 5, 0, 0, 0)),
);

function show(handlers: HttpHandler[] = [], at = "/dashboard", found = rows) {
  serve(
    ...handlers,
    http.get(LIST, ({ response }) => response(200).json(listPage(found))),
  );
  const sent = recordCalls();
  return { sent, ...renderInDashboard(<SubmissionList kind={consultations} />, { at }) };
}

beforeEach(() => {
  rememberTokens(accessToken(900), "r1");
  Element.prototype.scrollIntoView = vi.fn();
});

describe("useSelection", () => {
  test.each([
    ["a Latin layout", "j", "x", "X"],
    ["Caps Lock", "J", "X", "x"],
    ["a Russian layout", "о", "ч", "Ч"],
    ["a Greek layout", "ξ", "χ", "Χ"],
  ])("selects rows by keyboard with %s", async (_, down, select, range) => {
    show();
    await box("Select Visitor 5");
    // The keys go on from the row that was focused last.
    screen.getByRole("link", { name: "View Visitor 5" }).focus();
    press(select, "KeyX");
    press(down, "KeyJ");
    press(down, "KeyJ");
    press(select, "KeyX");
    expect(selected()).toEqual(["5", "3"]);
    press(down, "KeyJ");
    press(range, "KeyX", true);
    expect(selected()).toEqual(["5", "3", "2"]);
  });

  test("selects one row, a range with Shift, and all rows of a page", async () => {
    show();
    const user = userEvent.setup();
    await user.click(await box("Select Visitor 4"));
    await user.keyboard("{Shift>}");
    await user.click(await box("Select Visitor 2"));
    await user.keyboard("{/Shift}");
    expect(selected()).toEqual(["4", "3", "2"]);
    within(await bar()).getByText("3 selected");
    // Firefox gives such a click to the label alone.
    const label = (await box("Select Visitor 1")).closest("label");
    if (label) fireEvent.click(label, { shiftKey: true });
    expect(selected()).toEqual(["4", "3", "2", "1"]);
    await user.click(await box("Select Visitor 1"));
    const all = await box("Select all");
    expect(all.getAttribute("aria-controls")).toBe(screen.getByRole("table").id);
    expect([all.checked, all.indeterminate]).toEqual([false, true]);
    await user.click(all);
    expect(selected()).toHaveLength(5);
    await user.click(await button("Clear"));
    expect(selected()).toEqual([]);
    expect(document.activeElement).toBe(await bar());
    // The cell's accessible name is only the record's name.
    screen.getByRole("cell", { name: "Visitor 4" });
  });

  test("keeps the selection over polls, until another page or filter is shown", async () => {
    const { client } = show([filteredCounts]);
    await userEvent.click(await box("Select Visitor 4"));
    await act(() => client.refetchQueries());
    expect(selected()).toEqual(["4"]);
    await userEvent.selectOptions(screen.getByLabelText("Assigned to"), "Unassigned");
    await waitFor(() => expect(screen.getByTestId("address").textContent).toContain("nobody"));
    await waitFor(() => expect(selected()).toEqual([]));
  });
});

describe("SelectionBar", () => {
  test("offers the actions that all selected records allow, and says why there are none", async () => {
    show([], "/dashboard", [row(3), row(2, { state: "done" }), row(1, { state: "spam" })]);
    expect(await names()).toEqual([]);
    await userEvent.click(await box("Select Visitor 3"));
    expect(await names()).toEqual([
      "Clear",
      "Start",
      "Mark done",
      "Spam",
      "Assign",
      "Assign to me",
    ]);
    await userEvent.click(await box("Select Visitor 2"));
    expect(await names()).toEqual(["Clear", "Spam", "Assign", "Assign to me"]);
    expect(within(await bar()).getByRole("status").textContent).toBe("2 selected");
    await userEvent.click(await box("Select Visitor 1"));
    expect(await names()).toEqual(["Clear"]);
    within(await bar()).getByText("New, Done, and Spam have no action in common.");
  });

  test("sends one request for a double click, and another one to undo it", async () => {
    const response = deferred<UntypedResponse>();
    const back = () =>
      results(done(4, { version: 3, state: "new" }), done(3, { version: 3, state: "new" }));
    const responses = [() => response.promise, back];
    const { sent } = show([http.post(BULK, () => (responses.shift() ?? HttpResponse.error)())]);
    await userEvent.click(await box("Select Visitor 4"));
    await userEvent.click(await box("Select Visitor 3"));
    await userEvent.dblClick(await button("Mark done"));
    expect((await button("Mark done")).getAttribute("aria-disabled")).toBe("true");
    response.resolve(
      results(done(4, { version: 2, state: "done" }), done(3, { version: 2, state: "done" })),
    );
    await screen.findByText("2 marked as done");
    expect(selected()).toEqual([]);
    await userEvent.dblClick(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("2 undone");
    expect(sentActions(sent)).toEqual([
      { action: "finish", records: slugs(1), key: expect.any(String) },
      { action: "undo", records: slugs(2), key: expect.any(String) },
    ]);
  });

  test("repeats an undo of several that failed for some, with the same key", async () => {
    const back = (number: number) => done(number, { version: 3, state: "new" });
    const failed = { slug: "slug-3", status: 503, message: "Service unavailable" };
    const responses = [
      results(done(4), done(3)),
      results(back(4), failed),
      results(back(4), back(3)),
    ];
    const { sent } = show([http.post(BULK, () => responses.shift() ?? HttpResponse.error())]);
    await userEvent.click(await box("Select Visitor 4"));
    await userEvent.click(await box("Select Visitor 3"));
    await userEvent.click(await button("Mark done"));
    await screen.findByText("2 marked as done");
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("2 undone", {}, { timeout: 5000 });
    const [, first, second] = sentActions(sent);
    expect(first).toMatchObject({ action: "undo" });
    expect(second).toEqual(first);
  });

  test("names the colleague who was faster, and keeps those records selected", async () => {
    const history = [historyEntry("spam", { to: "spam" })];
    const message = `${GRACE.name} marked this as spam`;
    const changed = {
      ...record({ state: "spam", version: 2, history }),
      ...row(3, { state: "spam", version: 2 }),
    };
    const conflict = { slug: "slug-3", status: 409, message, record: { ...changed, history } };
    const { sent } = show([
      http.post(BULK, () =>
        results(
          done(4, { version: 2, state: "done" }),
          conflict,
          done(2, { version: 2, state: "done" }),
        ),
      ),
    ]);
    await userEvent.click(await box("Select Visitor 4"));
    await userEvent.click(await box("Select Visitor 3"));
    await userEvent.click(await box("Select Visitor 2"));
    await userEvent.click(await button("Mark done"));
    await screen.findByText(`2 marked as done, 1 was changed by ${GRACE.name}`);
    screen.getByText(`Visitor 3: ${message}`);
    expect(selected()).toEqual(["3"]);
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(sentActions(sent)).toHaveLength(2));
    expect(sentActions(sent)[1]).toMatchObject({
      action: "undo",
      records: [{ slug: "slug-4" }, { slug: "slug-2" }],
    });
  });

  test("moves the focus to the heading when the last row is gone", async () => {
    const left = [row(4)];
    show(
      [
        http.get(LIST, ({ response }) => response(200).json(listPage([...left]))),
        http.post(BULK, () => {
          left.length = 0;
          return results(done(4));
        }),
      ],
      "/dashboard?box=new",
    );
    await userEvent.click(await box("Select Visitor 4"));
    await userEvent.click(await button("Mark done"));
    await waitFor(() => expect(screen.queryByRole("table")).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });

  test("keeps what was selected during the request", async () => {
    const response = deferred<UntypedResponse>();
    show([http.post(BULK, () => response.promise)]);
    await userEvent.click(await box("Select Visitor 4"));
    await userEvent.click(await button("Mark done"));
    await userEvent.click(await box("Select Visitor 2"));
    response.resolve(results(done(4)));
    await screen.findByText("Marked as done");
    await waitFor(() => expect(selected()).toEqual(["2"]));
  });

  test("keeps what was selected under another filter during the request", async () => {
    const response = deferred<UntypedResponse>();
    show([http.post(BULK, () => response.promise), filteredCounts]);
    await userEvent.click(await box("Select Visitor 4"));
    await userEvent.click(await button("Mark done"));
    await userEvent.selectOptions(screen.getByLabelText("Assigned to"), "Unassigned");
    await waitFor(() => expect(selected()).toEqual([]));
    await userEvent.click(await box("Select Visitor 2"));
    response.resolve(results(done(4)));
    await screen.findByText("Marked as done");
    await waitFor(() => expect(selected()).toEqual(["2"]));
  });

  test("assigns selected records to one person", async () => {
    const { sent } = show([
      http.post(BULK, () =>
        results(
          done(4, { version: 2, assigned_to: GRACE }),
          done(3, { version: 2, assigned_to: GRACE }),
        ),
      ),
    ]);
    await userEvent.click(await box("Select Visitor 4"));
    await userEvent.click(await box("Select Visitor 3"));
    await userEvent.selectOptions(screen.getByLabelText("Assign to"), GRACE.name);
    await userEvent.click(await button("Assign"));
    await screen.findByText("2 assigned to Grace Hopper");
    expect(sentActions(sent)).toMatchObject([{ action: "assign", to: "grace" }]);
  });

  test("retries after a lost response with the same key, automatically and on demand", async () => {
    const responses = [
      HttpResponse.error,
      HttpResponse.error,
      HttpResponse.error,
      () => results(done(4, { version: 2, state: "done" })),
    ];
    const { sent } = show([http.post(BULK, () => (responses.shift() ?? HttpResponse.error)())]);
    await userEvent.click(await box("Select Visitor 4"));
    await userEvent.click(await button("Mark done"));
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await screen.findByText("Marked as done");
    await waitFor(() => expect(selected()).toEqual([]));
    const keys = sentActions(sent).map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([4, 1]);
  });
});

describe("keyboard shortcuts in a list", () => {
  test("act on the focused row, and z undoes the action", async () => {
    const responses = [done(4, { version: 2, assigned_to: ADA }), done(4, { version: 3 })];
    const { sent } = show([http.post(BULK, () => results(...responses.splice(0, 1)))]);
    await box("Select Visitor 4");
    await screen.findByRole("option", { name: GRACE.name });
    screen.getByRole("link", { name: "View Visitor 4" }).focus();
    pressKey("m");
    await screen.findByText("Assigned to you");
    pressKey("z");
    await screen.findByText("Undone: Visitor 4");
    expect(sentActions(sent)).toMatchObject([
      { action: "assign", to: "ada", records: [{ slug: "slug-4" }] },
      { action: "undo", records: [{ slug: "slug-4", version: 2 }] },
    ]);
  });

  test("say why a row does not allow an action, and do nothing without a row", async () => {
    const { sent } = show([], "/dashboard", [row(1, { state: "done" })]);
    await box("Select Visitor 1");
    pressKey("e");
    pressKey("j");
    pressKey("s");
    await screen.findByText("Visitor 1: This is done. Reopen it first.");
    expect(sentActions(sent)).toEqual([]);
  });

  test("are queued while a request is pending", async () => {
    const first = deferred<UntypedResponse>();
    const responses = [
      () => first.promise,
      () => results(done(3)),
      () => results(done(3, { version: 3 })),
    ];
    const { sent } = show([http.post(BULK, () => (responses.shift() ?? HttpResponse.error)())]);
    await box("Select Visitor 5");
    screen.getByRole("link", { name: "View Visitor 5" }).focus();
    for (const key of ["j", "e", "j", "e", "z"]) pressKey(key);
    await waitFor(() => expect(sentActions(sent)).toHaveLength(1));
    first.resolve(results(done(4)));
    await screen.findByText("Undone: Visitor 3");
    expect(sentActions(sent)).toMatchObject([
      { action: "finish", records: [{ slug: "slug-4", version: 1 }] },
      { action: "finish", records: [{ slug: "slug-3", version: 1 }] },
      { action: "undo", records: [{ slug: "slug-3", version: 2 }] },
    ]);
  });

  test("act on a row as the queued action before leaves it, and once if repeated", async () => {
    const first = deferred<UntypedResponse>();
    const assigned = done(4, { version: 3, state: "open", assigned_to: ADA });
    const responses = [() => first.promise, () => results(assigned)];
    const { sent } = show([http.post(BULK, () => (responses.shift() ?? HttpResponse.error)())]);
    await box("Select Visitor 5");
    await screen.findByRole("option", { name: GRACE.name });
    screen.getByRole("link", { name: "View Visitor 5" }).focus();
    for (const key of ["j", "s", "k", "j", "s", "m"]) pressKey(key);
    first.resolve(results(done(4, { version: 2, state: "open" })));
    await screen.findByText("Assigned to you");
    expect(sentActions(sent)).toMatchObject([
      { action: "start", records: [{ slug: "slug-4", version: 1 }] },
      { action: "assign", records: [{ slug: "slug-4", version: 2 }] },
    ]);
  });

  test("judge a row by the response to the action before, not by the list from before it", async () => {
    const { client, sent } = show([http.post(BULK, () => results(done(4)))]);
    await box("Select Visitor 4");
    screen.getByRole("link", { name: "View Visitor 4" }).focus();
    pressKey("e");
    await screen.findByText("Marked as done");
    await waitFor(() => expect(client.isMutating()).toBe(0));
    pressKey("s");
    await screen.findByText("Visitor 4: This is done. Reopen it first.");
    expect(sentActions(sent)).toHaveLength(1);
  });

  test("act on the focused row while the selected ones are pending", async () => {
    const first = deferred<UntypedResponse>();
    const responses = [() => first.promise, () => results(done(3))];
    const { sent } = show([http.post(BULK, () => (responses.shift() ?? HttpResponse.error)())]);
    await box("Select Visitor 5");
    screen.getByRole("link", { name: "View Visitor 5" }).focus();
    for (const key of ["x", "j", "x", "e", "j", "e"]) pressKey(key);
    first.resolve(results(done(5), done(4)));
    await waitFor(() => expect(sentActions(sent)).toHaveLength(2));
    expect(sentActions(sent)).toMatchObject([
      { action: "finish", records: [{ slug: "slug-5" }, { slug: "slug-4" }] },
      { action: "finish", records: [{ slug: "slug-3" }] },
    ]);
  });

  test("repeat a failed undo with the same key before an earlier action is undone", async () => {
    const responses = [
      () => results(done(4)),
      () => results(done(3)),
      HttpResponse.error,
      HttpResponse.error,
      HttpResponse.error,
      () => results(done(3, { version: 3, undo: null })),
      () => results(done(4, { version: 3, undo: null })),
    ];
    const { sent } = show([http.post(BULK, () => (responses.shift() ?? HttpResponse.error)())]);
    await box("Select Visitor 5");
    screen.getByRole("link", { name: "View Visitor 5" }).focus();
    for (const key of ["j", "e", "j", "e"]) pressKey(key);
    await waitFor(() => expect(sentActions(sent)).toHaveLength(2));
    pressKey("z");
    await screen.findByText(/^Couldn't undo\./, {}, { timeout: 5000 });
    pressKey("z");
    await screen.findByText("Undone: Visitor 3");
    pressKey("j");
    pressKey("z");
    await screen.findByText("Undone: Visitor 4");
    const [, , first, , , second, last] = sentActions(sent);
    expect(first).toMatchObject({ action: "undo", records: [{ slug: "slug-3", version: 2 }] });
    expect(second).toEqual(first);
    expect(last).toMatchObject({ action: "undo", records: [{ slug: "slug-4", version: 2 }] });
  });

  test("undo an earlier action after the server refused to undo the last one", async () => {
    const message = `${GRACE.name} reopened this`;
    const history = [historyEntry("reopen")];
    const { record: changed } = done(3, { state: "open", version: 3, history });
    const responses = [
      results(done(4)),
      results(done(3)),
      results({ slug: "slug-3", status: 409, message, record: changed }),
      results(done(4, { version: 3 })),
    ];
    show([http.post(BULK, () => responses.shift() ?? HttpResponse.error())]);
    await box("Select Visitor 5");
    screen.getByRole("link", { name: "View Visitor 5" }).focus();
    for (const key of ["j", "e", "j", "e", "z"]) pressKey(key);
    await screen.findByText(`Visitor 3: ${message}`);
    pressKey("j");
    pressKey("z");
    await screen.findByText("Undone: Visitor 4");
  });

  test("keep an earlier action undoable after a later one failed", async () => {
    const refused = { message: "Some fields need your attention", errors: { to: "Not today." } };
    const responses = [
      results(done(4)),
      jsonResponse(422, refused),
      results(done(4, { version: 3 })),
    ];
    const { sent } = show([http.post(BULK, () => responses.shift() ?? HttpResponse.error())]);
    await box("Select Visitor 5");
    await screen.findByRole("option", { name: GRACE.name });
    screen.getByRole("link", { name: "View Visitor 5" }).focus();
    for (const key of ["j", "s", "m"]) pressKey(key);
    await screen.findByText("Couldn't assign. Not today.");
    pressKey("z");
    await screen.findByText("Undone: Visitor 4");
    expect(sentActions(sent)[2]).toMatchObject({ action: "undo", records: [{ version: 2 }] });
  });
});
