import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { renderInDashboard } from "../../../../test/dashboard";
import { deferred } from "../../../../test/deferred";
import {
  acted,
  listPage,
  record,
  row,
  serve,
  serveRecord,
  undoable,
} from "../../../../test/records";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { jsonResponse, type UntypedResponse } from "../../../../test/responses";
import { recordCalls } from "../../../../test/server";
import consultations from "../kinds/consultations.kind";
import { SubmissionDetail } from "../record/SubmissionDetail";
import { SubmissionList } from "./SubmissionList";

type Received = ReturnType<typeof pageOf>;

const pageOf = (...rows: ReturnType<typeof row>[]) => jsonResponse(200, listPage(rows));
const before = () => pageOf(row(2), row(1));
const after = () => pageOf(row(2), row(1, { state: "open", version: 2 }));
const started = () =>
  jsonResponse(200, {
    results: [
      {
        slug: "slug-1",
        status: 200,
        record: { ...record({ state: "open", version: 2 }), slug: "slug-1" },
      },
    ],
  });

const viewOf = (id: number) => screen.findByRole("link", { name: `View Visitor ${id}` });

async function stateOf(id: number) {
  const description = (await viewOf(id)).getAttribute("aria-describedby") ?? "";
  return document.getElementById(description)?.textContent;
}

/** Simulates a return to the tab, which polls at once. */
const comeBack = () =>
  act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));

/** Shows a list. The test responds to its reads after the first one, and the action on a row. */
async function show() {
  const action = deferred<ReturnType<typeof started>>();
  const reads: ReturnType<typeof deferred<Received>>[] = [];
  let isFirst = true;
  serve(
    http.get("/api/consultations", () => {
      if (isFirst) {
        isFirst = false;
        return before();
      }
      const read = deferred<Received>();
      reads.push(read);
      return read.promise;
    }),
    http.post("/api/consultations/actions", () => action.promise),
  );
  renderInDashboard(<SubmissionList kind={consultations} />, { at: "/dashboard" });
  await viewOf(1);
  return { action, reads };
}

const isDisabled = (name: string) =>
  screen.getByRole("button", { name }).getAttribute("aria-disabled") === "true";

async function start(id: number) {
  (await viewOf(id)).focus();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "s" });
}

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test("keeps the result of an action when a poll from before it responds", async () => {
  const { action, reads } = await show();
  comeBack();
  await waitFor(() => expect(reads).toHaveLength(1));
  await start(1);
  await act(async () => action.resolve(started()));
  await waitFor(() => expect(reads).toHaveLength(2));
  await act(async () => reads[1]?.resolve(after()));
  await waitFor(async () => expect(await stateOf(1)).toMatch(/^In progress/));
  await act(async () => reads[0]?.resolve(before()));
  expect(await stateOf(1)).toMatch(/^In progress/);
  expect(screen.queryByRole("button", { name: "Show changes" })).toBeNull();
});

test("does not poll during an action, and polls again after it", async () => {
  const { action, reads } = await show();
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Visitor 1" }));
  fireEvent.click(screen.getByRole("button", { name: "Start" }));
  await waitFor(() => expect(isDisabled("Start")).toBe(true));
  comeBack();
  await act(async () => action.resolve(started()));
  // The list itself is read again.
  await waitFor(() => expect(reads).toHaveLength(1));
  await act(async () => reads[0]?.resolve(after()));
  await waitFor(async () => expect(await stateOf(1)).toMatch(/^In progress/));
  comeBack();
  await waitFor(() => expect(reads).toHaveLength(2));
});

test("does not poll a record during an action on it", async () => {
  const left = record({ state: "open", version: 2, undo: undoable("start") });
  const action = deferred<UntypedResponse>();
  serveRecord(
    record(),
    http.post("/api/consultations/actions", () => action.promise),
  );
  const sent = recordCalls();
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
  const reads = () => sent.filter(({ path }) => path === "/api/consultations/abc").length;
  await screen.findByText("New", { selector: "[role=status] *" });
  fireEvent.keyDown(document.body, { key: "s" });
  await waitFor(() => expect(isDisabled("Mark done")).toBe(true));
  comeBack();
  await act(async () => action.resolve(acted(left)));
  await screen.findByText("Started", { selector: "bdi" });
  expect(reads()).toBe(1);
  comeBack();
  await waitFor(() => expect(reads()).toBe(2));
});
