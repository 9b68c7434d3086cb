import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
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
import { renderInDashboard } from "../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { jsonResponse, type UntypedResponse } from "../../../../test/responses";
import { useLocation } from "react-router-dom";
import { onlyAt, recordCalls } from "../../../../test/server";
import { neighboursKey } from "~/api/submissions";
import consultations from "../kinds/consultations.kind";
import { SubmissionDetail } from "./SubmissionDetail";
import { SubmissionList } from "../list/SubmissionList";

const LIST = "?q=shop&box=new&sort=oldest&page=3";
const at = `/dashboard/consultation/abc${LIST}`;
const address = () => screen.getByTestId("address").textContent;
const tenThousand = () => jsonResponse(200, listPage([row(1)], { count: 10_000, more: true }));

/** The record in the URL. */
function OpenRecord() {
  const slug = useLocation().pathname.split("/").at(-1) ?? "";
  return <SubmissionDetail kind={consultations} slug={slug} inDashboard />;
}

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test("links to the previous and next records of the list", async () => {
  serveRecord(
    record(),
    http.get(
      "/api/consultations/{key}/neighbours",
      onlyAt("/abc/neighbours?sort=oldest&q=shop&box=new", ({ response }) =>
        response(200).json({ previous: null, next: "def" }),
      ),
    ),
  );
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" inDashboard />, { at });
  const next = await screen.findByRole("link", { name: "Next record" });
  expect(next.getAttribute("href")).toBe(`/dashboard/consultation/def${LIST}`);
  const previous = screen.getByRole<HTMLButtonElement>("button", { name: "Previous record" });
  expect(previous.disabled).toBe(true);
  fireEvent.keyDown(document.body, { key: "k" });
  expect(address()).toBe(at);
  fireEvent.keyDown(screen.getByRole("textbox", { name: "Note" }), { key: "j" });
  fireEvent.keyDown(document.body, { key: "j", ctrlKey: true });
  expect(address()).toBe(at);
  fireEvent.keyDown(document.body, { key: "j" });
  expect(address()).toBe(`/dashboard/consultation/def${LIST}`);
});

test("links to the neighbors in the whole list without a filter in the URL, as in a new tab", async () => {
  serveRecord(
    record(),
    http.get(
      "/api/consultations/{key}/neighbours",
      onlyAt("/abc/neighbours?sort=newest", ({ response }) =>
        response(200).json({ previous: "xyz", next: null }),
      ),
    ),
  );
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" inDashboard />, {
    at: "/dashboard/consultation/abc",
  });
  await screen.findByRole("link", { name: "Previous record" });
  fireEvent.keyDown(document.body, { key: "k" });
  expect(address()).toBe("/dashboard/consultation/xyz");
});

test("opens the list in the URL with Back, after following a link", async () => {
  serveRecord(record());
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" inDashboard />, { at });
  await userEvent.click(await screen.findByRole("button", { name: "Back" }));
  expect(address()).toBe(`/dashboard/consultation${LIST}`);
});

test("keeps the filter in the list's links", async () => {
  serve(
    http.get(
      "/api/consultations",
      onlyAt("?page=3&sort=oldest&q=shop&box=new", ({ response }) =>
        response(200).json(listPage([row(1)], { count: 21 })),
      ),
    ),
  );
  renderInDashboard(<SubmissionList kind={consultations} />, { at: `/dashboard${LIST}` });
  const link = await screen.findByRole("link", { name: "View Visitor 1" });
  const [path, query] = (link.getAttribute("href") ?? "").split("?");
  expect(path).toBe("/dashboard/consultation/slug-1");
  expect(new URLSearchParams(query)).toEqual(new URLSearchParams(LIST));
});

test("waits for the neighbors after an early key", async () => {
  const response = deferred<UntypedResponse>();
  serveRecord(
    record(),
    http.get(
      "/api/consultations/{key}/neighbours",
      onlyAt("/abc/neighbours?sort=oldest&q=shop&box=new", () => response.promise),
    ),
  );
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" inDashboard />, { at });
  await screen.findByRole("button", { name: "Next record" });
  fireEvent.keyDown(document.body, { key: "j" });
  expect(address()).toBe(at);
  response.resolve(jsonResponse(200, { previous: "xyz", next: "def" }));
  await waitFor(() => expect(address()).toBe(`/dashboard/consultation/def${LIST}`));
});

test("opens the record after the next one with two keys while the next one loads", async () => {
  const neighbours = deferred<void>();
  serveRecord(
    record(),
    http.get("/api/consultations/{key}", () => new Promise<never>(() => undefined)),
    http.get("/api/consultations/{key}/neighbours", async ({ params, response }) => {
      await neighbours.promise;
      return response(200).json({ previous: null, next: params.key === "abc" ? "def" : "ghi" });
    }),
  );
  renderInDashboard(<OpenRecord />, { at });
  await screen.findByText("Loading consultation");
  fireEvent.keyDown(document.body, { key: "j" });
  fireEvent.keyDown(document.body, { key: "j" });
  neighbours.resolve();
  await waitFor(() => expect(address()).toBe(`/dashboard/consultation/ghi${LIST}`));
});

test("waits for neighbors that are being refetched", async () => {
  const again = deferred<UntypedResponse>();
  const responses = [() => jsonResponse(200, { previous: null, next: "def" }), () => again.promise];
  serveRecord(
    record(),
    http.get(
      "/api/consultations/{key}/neighbours",
      onlyAt("/abc/neighbours?sort=oldest&q=shop&box=new", () =>
        (responses.shift() ?? (() => jsonResponse(404)))(),
      ),
    ),
  );
  const { client } = renderInDashboard(
    <SubmissionDetail kind={consultations} slug="abc" inDashboard />,
    {
      at,
    },
  );
  await screen.findByRole("link", { name: "Next record" });
  void client.invalidateQueries({ queryKey: neighboursKey("consultations") });
  await waitFor(() => expect(responses).toEqual([]));
  fireEvent.keyDown(document.body, { key: "k" });
  expect(address()).toBe(at);
  again.resolve(jsonResponse(200, { previous: "xyz", next: "def" }));
  await waitFor(() => expect(address()).toBe(`/dashboard/consultation/xyz${LIST}`));
});

test("asks for the neighbors again if an undo restores one while they load", async () => {
  const before = deferred<UntypedResponse>();
  const responses = [
    () => before.promise,
    () => jsonResponse(200, { previous: "xyz", next: null }),
  ];
  serveRecord(
    record({ state: "done", version: 2, undo: undoable("finish") }),
    http.get(
      "/api/consultations/{key}/neighbours",
      onlyAt("/abc/neighbours?sort=oldest&q=shop&box=new", () =>
        (responses.shift() ?? (() => jsonResponse(404)))(),
      ),
    ),
    http.post("/api/consultations/actions", () => acted(record({ version: 3 }))),
  );
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" inDashboard />, { at });
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText("Undone: Visitor 1");
  fireEvent.keyDown(document.body, { key: "k" });
  before.resolve(jsonResponse(200, { previous: null, next: null }));
  await waitFor(() => expect(address()).toBe(`/dashboard/consultation/xyz${LIST}`));
});

test("does not wait for a call that is being retried", async () => {
  const response = deferred<UntypedResponse>();
  const responses = [
    () => response.promise,
    () => jsonResponse(200, { previous: null, next: "def" }),
  ];
  serveRecord(
    record(),
    http.get(
      "/api/consultations/{key}/neighbours",
      onlyAt("/abc/neighbours?sort=oldest&q=shop&box=new", () =>
        (responses.shift() ?? (() => jsonResponse(404)))(),
      ),
    ),
  );
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" inDashboard />, { at });
  await screen.findByRole("button", { name: "Next record" });
  fireEvent.keyDown(document.body, { key: "j" });
  response.resolve(jsonResponse(503));
  await screen.findByRole("link", { name: "Next record" }, { timeout: 5000 });
  expect(address()).toBe(at);
});

test("shows no neighbors outside of the dashboard", async () => {
  serveRecord(record());
  const sent = recordCalls();
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />, {
    at: "/consultationDetail/abc",
  });
  await screen.findByText("Notes and history");
  expect(screen.queryByRole("navigation", { name: "Previous and next record" })).toBeNull();
  expect(sent.some(({ path }) => path.includes("neighbours"))).toBe(false);
});

test("reports the number of exported rows, and downloads the file once", async () => {
  const url = "/api/consultations/export.csv?signature=s";
  serve(
    http.get("/api/consultations", onlyAt("?page=2&sort=name_asc&q=shop", tenThousand)),
    http.get("/api/consultations", onlyAt("?page=3&sort=name_asc&q=shop", tenThousand)),
    http.post(
      "/api/consultations/export",
      onlyAt("?sort=name_asc&q=shop", ({ response }) => response(200).json({ url })),
    ),
  );
  const sent = recordCalls();
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    followed.push(this.getAttribute("href") ?? "");
  });
  renderInDashboard(<SubmissionList kind={consultations} />, {
    at: "/dashboard?q=shop&sort=name_asc&page=2",
  });
  await userEvent.dblClick(await screen.findByRole("button", { name: "Export" }));
  await screen.findByText("Downloading 10,000+ rows");
  expect(followed).toEqual([url]);
  expect(sent.filter(({ path }) => path.includes("export"))).toHaveLength(1);
});

test("reports an export that cannot start", async () => {
  serve(
    http.get(
      "/api/consultations",
      onlyAt("?page=1&sort=newest", ({ response }) => response(200).json(listPage([row(1)]))),
    ),
    http.post(
      "/api/consultations/export",
      onlyAt("?sort=newest", () => HttpResponse.json({ message: "" }, { status: 400 })),
    ),
  );
  renderInDashboard(<SubmissionList kind={consultations} />);
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  await screen.findByText("Couldn't start the export. Try again.", { selector: "bdi" });
  // It stays after the toast is gone.
  screen.getByText("Couldn't start the export. Try again.", { selector: "[role=alert]" });
});
