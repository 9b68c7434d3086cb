import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { deferred } from "../../../../test/deferred";
import { jsonResponse } from "../../../../test/network";
import { record, row, serve } from "../../../../test/records";
import { renderInDashboard } from "../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { neighboursKey } from "../../../api/submissions";
import consultations from "../kinds/consultations.kind";
import { SubmissionDetail } from "./SubmissionDetail";
import { SubmissionList } from "../list/SubmissionList";

const BESIDE = "GET /api/consultations/abc/neighbours?sort=oldest&q=shop&box=new";
const LIST = "?q=shop&box=new&sort=oldest&page=3";
const at = `/dashboard/consultation/abc${LIST}`;
const address = () => screen.getByTestId("address").textContent;

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test("a record leads to those beside it in the list that it was come to from", async () => {
  serve(record(), { [BESIDE]: () => jsonResponse(200, { previous: null, next: "def" }) });
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />, { at });
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

test("a record whose link was opened leads back to the list that its address names", async () => {
  serve(record());
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />, { at });
  await userEvent.click(await screen.findByRole("button", { name: "Back" }));
  expect(address()).toBe(`/dashboard/consultation${LIST}`);
});

test("a list's links carry its filter, for another tab or a colleague", async () => {
  serve(
    {},
    {
      "GET /api/consultations?page=3&sort=oldest&q=shop&box=new": () =>
        jsonResponse(200, { count: 21, results: [row(1)] }),
    },
  );
  renderInDashboard(<SubmissionList kind={consultations} />, { at: `/dashboard${LIST}` });
  const link = await screen.findByRole("link", { name: "View Visitor 1" });
  const [path, query] = (link.getAttribute("href") ?? "").split("?");
  expect(path).toBe("/dashboard/consultation/slug-1");
  expect(new URLSearchParams(query)).toEqual(new URLSearchParams(LIST));
});

test("a key pressed before it is known what is beside a record waits for that", async () => {
  const beside = deferred<Response>();
  serve(record(), { [BESIDE]: () => beside.promise });
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />, { at });
  await screen.findByRole("button", { name: "Next record" });
  fireEvent.keyDown(document.body, { key: "k" });
  fireEvent.keyDown(document.body, { key: "j" });
  expect(address()).toBe(at);
  beside.resolve(jsonResponse(200, { previous: "xyz", next: "def" }));
  await waitFor(() => expect(address()).toBe(`/dashboard/consultation/def${LIST}`));
});

test("so does a key towards an end that is being asked for again", async () => {
  const again = deferred<Response>();
  const answers = [() => jsonResponse(200, { previous: null, next: "def" }), () => again.promise];
  serve(record(), { [BESIDE]: () => (answers.shift() ?? (() => jsonResponse(404)))() });
  const { client } = renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />, {
    at,
  });
  await screen.findByRole("link", { name: "Next record" });
  void client.invalidateQueries({ queryKey: neighboursKey("consultations") });
  await waitFor(() => expect(answers).toEqual([]));
  fireEvent.keyDown(document.body, { key: "k" });
  expect(address()).toBe(at);
  again.resolve(jsonResponse(200, { previous: "xyz", next: "def" }));
  await waitFor(() => expect(address()).toBe(`/dashboard/consultation/xyz${LIST}`));
});

test("it does not wait for a call that is made again", async () => {
  const beside = deferred<Response>();
  const answers = [() => beside.promise, () => jsonResponse(200, { previous: null, next: "def" })];
  serve(record(), { [BESIDE]: () => (answers.shift() ?? (() => jsonResponse(404)))() });
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />, { at });
  await screen.findByRole("button", { name: "Next record" });
  fireEvent.keyDown(document.body, { key: "j" });
  beside.resolve(jsonResponse(503));
  await screen.findByRole("link", { name: "Next record" }, { timeout: 5000 });
  expect(address()).toBe(at);
});

test("a record outside the dashboard stands alone", async () => {
  const sent = serve(record());
  renderInDashboard(<SubmissionDetail kind={consultations} slug="abc" />, {
    at: "/consultationDetail/abc",
  });
  await screen.findByText("Notes and history");
  expect(screen.queryByRole("navigation", { name: "Records beside this one" })).toBeNull();
  expect(sent.some(({ path }) => path.includes("neighbours"))).toBe(false);
});

test("a list says how many rows its file will have, and follows the link to it once", async () => {
  const url = "/api/consultations/export.csv?signature=s";
  const sent = serve(
    {},
    {
      "GET /api/consultations?page=2&sort=name_asc&q=shop": () =>
        jsonResponse(200, { count: 10_000, more: true, results: [row(1)] }),
      "POST /api/consultations/export/?sort=name_asc&q=shop": () => jsonResponse(200, { url }),
    },
  );
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

test("an export that cannot begin says so", async () => {
  serve(
    {},
    {
      "GET /api/consultations?page=1&sort=newest": () =>
        jsonResponse(200, { count: 1, results: [row(1)] }),
      "POST /api/consultations/export/?sort=newest": () => jsonResponse(400),
    },
  );
  renderInDashboard(<SubmissionList kind={consultations} />);
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  await screen.findByText("Couldn't start the export. Try again.");
});
