import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  acted,
  ADA,
  GRACE,
  historyEntry,
  listPage,
  record,
  row,
  sentActions,
  serve,
} from "../../../../test/records";
import { renderInDashboard } from "../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { jsonResponse } from "../../../../test/responses";
import { onlyAt, recordCalls } from "../../../../test/server";
import consultations from "../kinds/consultations.kind";
import { SubmissionDetail } from "../record/SubmissionDetail";
import { SubmissionList } from "./SubmissionList";

const RECORD = "/api/consultations/abc";
const pass = (seconds: number) =>
  act(() => vi.advanceTimersByTimeAsync(seconds * 1000).then(() => undefined));

function turnTab(state: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}

beforeEach(() => {
  rememberTokens(accessToken(900), "r1");
  vi.useFakeTimers();
});

afterEach(() => vi.useRealTimers());

const history = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("shows a colleague's action on an open record", async () => {
  let found = record();
  serve(
    http.get(
      "/api/consultations/{key}",
      onlyAt("/abc", ({ response }) => response(200).json(found)),
    ),
  );
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
  await pass(1);
  expect(screen.queryByText(GRACE.name, { selector: "bdi" })).toBeNull();
  found = record({ state: "open", assigned_to: GRACE, version: 2 });
  await pass(16);
  screen.getByText(GRACE.name, { selector: "bdi" });
});

test("sends the ETag of an open record, and adds a colleague's action to its history", async () => {
  let found = record({ history: [historyEntry("start", { by: ADA })] });
  const tag = () => `"${found.version}"`;
  serve(
    http.get(
      "/api/consultations/{key}",
      onlyAt("/abc", ({ request: { headers } }) => {
        const known = headers.get("if-none-match") === tag();
        const response = known ? new Response(null, { status: 304 }) : jsonResponse(200, found);
        response.headers.set("etag", tag());
        return response;
      }),
    ),
  );
  const sent = recordCalls();
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
  await pass(1);
  expect(history()).toEqual([expect.stringContaining("Received"), expect.stringContaining("You")]);
  await pass(16);
  const at = "2026-03-01T14:00:00.000000Z";
  found = record({
    version: 2,
    history: [...found.history, historyEntry("note", { at, text: "Hi" })],
  });
  await pass(15);
  await pass(15);
  expect(history().at(-1)).toContain(`${GRACE.name}`);
  const tags = sent
    .filter(({ path }) => path === RECORD)
    .map(({ headers }) => headers.get("if-none-match"));
  expect(tags).toEqual([null, '"1"', '"1"', '"2"']);
});

test("does not report a failed poll of an open record", async () => {
  let status = 200;
  serve(
    http.get(
      "/api/consultations/{key}",
      onlyAt("/abc", () => jsonResponse(status, record())),
    ),
  );
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
  await pass(1);
  status = 503;
  await pass(60);
  screen.getByText("Notes and history");
  expect(screen.queryByText("Failed to load consultation details")).toBeNull();
});

/** A response that begins, and then stalls. */
const stalled = () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"count":1,"results":[')),
    }),
    { headers: { "content-type": "application/json" } },
  );

test("a list that stalls fails within a minute, and can be loaded again", async () => {
  const responses = [stalled()];
  serve(
    http.get(
      "/api/consultations",
      () => responses.shift() ?? jsonResponse(200, listPage([row(1)])),
    ),
  );
  renderInDashboard(<SubmissionList kind={consultations} />);
  await pass(55);
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("Couldn't reach the server.");
  fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  await pass(1);
  screen.getByRole("link", { name: "View Visitor 1" });
});

test("a record that stalls fails within a minute, and can be loaded again", async () => {
  const responses = [stalled()];
  serve(
    http.get(
      "/api/consultations/{key}",
      onlyAt("/abc", () => responses.shift() ?? jsonResponse(200, record())),
    ),
  );
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
  await pass(55);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await pass(1);
  screen.getByText("Notes and history");
});

test("an action that stalls fails within a minute, and can be repeated", async () => {
  const responses = [stalled()];
  serve(
    http.get(
      "/api/consultations/{key}",
      onlyAt("/abc", ({ response }) => response(200).json(record())),
    ),
    http.post(
      "/api/consultations/actions",
      () => responses.shift() ?? acted(record({ state: "open", version: 2 })),
    ),
  );
  const sent = recordCalls();
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />);
  await pass(1);
  fireEvent.click(screen.getByRole("button", { name: "Start" }));
  await pass(55);
  fireEvent.click(within(screen.getByRole("alert")).getByRole("button", { name: "Try again" }));
  await pass(1);
  screen.getByText("In progress", { selector: "[role=status] *" });
  expect(new Set(sentActions(sent).map(({ key }) => key)).size).toBe(1);
});

test("counts new records once a minute in a hidden tab, and announces them when it is shown", async () => {
  let results = [row(1)];
  const page = () => jsonResponse(200, listPage(results));
  serve(http.get("/api/consultations", onlyAt("?page=1&sort=newest", page)));
  const sent = recordCalls();
  renderInDashboard(<SubmissionList kind={consultations} />);
  await pass(1);
  turnTab("hidden");
  await pass(60);
  const lists = () => sent.filter(({ path }) => path.includes("page=1"));
  const before = lists().length;
  results = [row(3), row(2), row(1)];
  await pass(61);
  expect(lists()).toHaveLength(before + 1);
  expect(document.title).toBe("(2) Consultations | Dashboard | Brazoswright");
  expect(screen.queryByRole("button", { name: "Show 2 new" })).toBeNull();
  turnTab("visible");
  const button = screen.getByRole("button", { name: "Show 2 new" });
  expect(button.closest("[role=status]")).not.toBeNull();
});
