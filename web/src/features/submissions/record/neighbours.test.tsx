import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { deferred } from "../../../../test/deferred";
import { jsonResponse } from "../../../../test/network";
import { record, row, serve, serveRecord, listPage } from "../../../../test/records";
import { renderInDashboard } from "../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { neighboursKey } from "~/api/submissions";
import consultations from "../kinds/consultations.kind";
import { SubmissionDetail } from "./SubmissionDetail";
import { SubmissionList } from "../list/SubmissionList";

const NEIGHBOURS = "GET /api/consultations/abc/neighbours?sort=oldest&q=shop&box=new";
const LIST = "?q=shop&box=new&sort=oldest&page=3";
const at = `/dashboard/consultation/abc${LIST}`;
const address = () => screen.getByTestId("address").textContent;
const tenThousand = () => jsonResponse(200, listPage([row(1)], { count: 10_000, more: true }));

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test("links to the previous and next records of the list", async () => {
  serveRecord(record(), { [NEIGHBOURS]: () => jsonResponse(200, { previous: null, next: "def" }) });
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
  serveRecord(record(), {
    "GET /api/consultations/abc/neighbours?sort=newest": () =>
      jsonResponse(200, { previous: "xyz", next: null }),
  });
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
  serve({
    "GET /api/consultations?page=3&sort=oldest&q=shop&box=new": () =>
      jsonResponse(200, listPage([row(1)], { count: 21 })),
  });
  renderInDashboard(<SubmissionList kind={consultations} />, { at: `/dashboard${LIST}` });
  const link = await screen.findByRole("link", { name: "View Visitor 1" });
  const [path, query] = (link.getAttribute("href") ?? "").split("?");
  expect(path).toBe("/dashboard/consultation/slug-1");
  expect(new URLSearchParams(query)).toEqual(new URLSearchParams(LIST));
});

test("waits for the neighbors after an early key", async () => {
  const response = deferred<Response>();
  serveRecord(record(), { [NEIGHBOURS]: () => response.promise });
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" inDashboard />, { at });
  await screen.findByRole("button", { name: "Next record" });
  fireEvent.keyDown(document.body, { key: "k" });
  fireEvent.keyDown(document.body, { key: "j" });
  expect(address()).toBe(at);
  response.resolve(jsonResponse(200, { previous: "xyz", next: "def" }));
  await waitFor(() => expect(address()).toBe(`/dashboard/consultation/def${LIST}`));
});

test("waits for neighbors that are being refetched", async () => {
  const again = deferred<Response>();
  const responses = [() => jsonResponse(200, { previous: null, next: "def" }), () => again.promise];
  serveRecord(record(), { [NEIGHBOURS]: () => (responses.shift() ?? (() => jsonResponse(404)))() });
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

test("does not wait for a call that is being retried", async () => {
  const response = deferred<Response>();
  const responses = [
    () => response.promise,
    () => jsonResponse(200, { previous: null, next: "def" }),
  ];
  serveRecord(record(), { [NEIGHBOURS]: () => (responses.shift() ?? (() => jsonResponse(404)))() });
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" inDashboard />, { at });
  await screen.findByRole("button", { name: "Next record" });
  fireEvent.keyDown(document.body, { key: "j" });
  response.resolve(jsonResponse(503));
  await screen.findByRole("link", { name: "Next record" }, { timeout: 5000 });
  expect(address()).toBe(at);
});

test("shows no neighbors outside of the dashboard", async () => {
  const sent = serveRecord(record());
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />, {
    at: "/consultationDetail/abc",
  });
  await screen.findByText("Notes and history");
  expect(screen.queryByRole("navigation", { name: "Previous and next record" })).toBeNull();
  expect(sent.some(({ path }) => path.includes("neighbours"))).toBe(false);
});

test("reports the number of exported rows, and downloads the file once", async () => {
  const url = "/api/consultations/export.csv?signature=s";
  const sent = serve({
    "GET /api/consultations?page=2&sort=name_asc&q=shop": tenThousand,
    "GET /api/consultations?page=3&sort=name_asc&q=shop": tenThousand,
    "POST /api/consultations/export?sort=name_asc&q=shop": () => jsonResponse(200, { url }),
  });
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
  serve({
    "GET /api/consultations?page=1&sort=newest": () => jsonResponse(200, listPage([row(1)])),
    "POST /api/consultations/export?sort=newest": () => jsonResponse(400, { message: "" }),
  });
  renderInDashboard(<SubmissionList kind={consultations} />);
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  await screen.findByText("Couldn't start the export. Try again.");
});
