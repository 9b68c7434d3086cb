import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { listPage, row, serve } from "../../../../../test/records";
import { renderInDashboard } from "../../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../../test/tokens";
import { http } from "../../../../../mocks/http";
import { recordCalls, type SentCall } from "../../../../../test/server";
import consultations from "~/features/submissions/kinds/consultations.kind";
import { SubmissionList } from "../SubmissionList";

const address = () =>
  new URLSearchParams(screen.getByTestId("address").textContent?.split("?")[1] ?? "");

const LIST = "/api/consultations";
let sent: SentCall[];

function show(at: string) {
  serve(http.get(LIST, ({ response }) => response(200).json(listPage([row(1)]))));
  sent = recordCalls();
  return renderInDashboard(<SubmissionList kind={consultations} />, { at });
}

/** Returns the query of the last request for the list. */
const asked = () =>
  new URLSearchParams(
    sent.findLast(({ path }) => path.startsWith("/api/consultations?"))?.path.split("?")[1],
  );

beforeEach(() => {
  vi.stubEnv("TZ", "America/Chicago");
  rememberTokens(accessToken(900), "r1");
});
afterEach(() => vi.unstubAllEnvs());

describe("DateFilter", () => {
  test("selects a period that ends today", async () => {
    show("/dashboard");
    await userEvent.selectOptions(await screen.findByLabelText("Submitted"), "Last 7 days");
    expect(Object.fromEntries(address())).toEqual({ from: "-7d" });
    expect(screen.getByLabelText<HTMLSelectElement>("Submitted").value).toBe("-7d");
    await screen.findByRole("button", { name: "Clear Last 7 days" });
    const days = (Date.now() - Date.parse(asked().get("from") ?? "")) / 86_400_000;
    expect(days).toBeGreaterThan(5.9);
    expect(days).toBeLessThan(7.1);
    await userEvent.selectOptions(screen.getByLabelText("Submitted"), "Any time");
    expect(address().size).toBe(0);
  });

  test("applies two dates once they are complete", async () => {
    show("/dashboard?sort=oldest&page=2");
    await userEvent.selectOptions(await screen.findByLabelText("Submitted"), "Between dates");
    const from = screen.getByLabelText("From");
    fireEvent.input(from, { target: { value: "0202-03-01" } });
    expect(address().get("from")).toBeNull();
    fireEvent.input(from, { target: { value: "2026-03-01" } });
    fireEvent.input(screen.getByLabelText("To"), { target: { value: "2026-03-05" } });
    expect(Object.fromEntries(address())).toEqual({
      from: "2026-03-01T06:00:00Z",
      to: "2026-03-06T05:59:59.999999Z",
      sort: "oldest",
    });
    await userEvent.click(screen.getByRole("button", { name: "Clear From Mar 1, 2026" }));
    expect(address().get("from")).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("From").value).toBe("");
    fireEvent.input(screen.getByLabelText("To"), { target: { value: "" } });
    expect(Object.fromEntries(address())).toEqual({ sort: "oldest" });
  });

  test("keeps a date that is not rendered yet when the other is entered", async () => {
    show("/dashboard?from=2026-03-01&sort=oldest");
    const from = await screen.findByLabelText("From");
    const to = screen.getByLabelText("To");
    act(() => {
      fireEvent.input(from, { target: { value: "2026-03-02" } });
      fireEvent.input(to, { target: { value: "2026-03-05" } });
    });
    expect(Object.fromEntries(address())).toEqual({
      from: "2026-03-02T06:00:00Z",
      to: "2026-03-06T05:59:59.999999Z",
      sort: "oldest",
    });
  });
});

test("selects a channel, and whether there was a first action", async () => {
  show("/dashboard?box=kept&landing=%2Ffaq&campaign=spring&page=2");
  await userEvent.click(await screen.findByRole("button", { name: "All filters and sorting" }));
  await userEvent.selectOptions(screen.getByLabelText("Channel"), "Other campaigns");
  await userEvent.selectOptions(screen.getByLabelText("First action"), "No action yet");
  const narrowed = { box: "kept", landing: "/faq", campaign: "spring" };
  const chosen = { ...narrowed, channel: "campaign", waiting: "yes" };
  expect(Object.fromEntries(address())).toEqual(chosen);
  await screen.findByText("1 result · Not spam");
  expect(Object.fromEntries(asked())).toEqual({ ...chosen, sort: "newest", page: "1" });
  const filters = screen.getByRole("group", { name: "Filters" });
  expect(
    Array.from(filters.querySelectorAll("button"), ({ textContent }) => textContent?.trim()),
  ).toEqual([
    "Clear Not spam",
    "Clear No action yet",
    "Clear Channel: Other campaigns",
    "Clear Landed on /faq",
    "Clear Campaign: spring",
    "Clear all",
  ]);
  await userEvent.selectOptions(screen.getByLabelText("First action"), "Acted on");
  expect(address().get("waiting")).toBe("no");
  await userEvent.selectOptions(screen.getByLabelText("First action"), "Any");
  await userEvent.selectOptions(screen.getByLabelText("Channel"), "Any");
  expect(Object.fromEntries(address())).toEqual(narrowed);
});

test("describes filters in words, and clears them", async () => {
  show("/dashboard?q=shop&box=new&assigned=me&to=2026-03-01&sort=oldest&page=3&later=1");
  const filters = await screen.findByRole("group", { name: "Filters" });
  await screen.findByText("1 result · New · Assigned to you");
  expect(
    Array.from(filters.querySelectorAll("button"), ({ textContent }) => textContent?.trim()),
  ).toEqual([
    "Clear “shop”",
    "Clear New",
    "Clear Assigned to you",
    "Clear Until Mar 1, 2026 (UTC)",
    "Clear all",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Clear all" }));
  expect(Object.fromEntries(address())).toEqual({ sort: "oldest" });
  expect(screen.queryByRole("group", { name: "Filters" })).toBeNull();
});

test("ignores and reports invalid parts of the URL", async () => {
  show("/dashboard?from=2026-04-31&q=shop");
  await screen.findByText(/^Ignored in the URL: From must be a date such as .*-7d\.$/);
  await screen.findByText("1 result");
});

test("ignores and reports a page number beyond the safe integers", async () => {
  show("/dashboard?page=9007199254740993");
  await screen.findByText("Ignored in the URL: Page must be at most 9007199254740991.");
  await screen.findByRole("cell", { name: "Visitor 1" });
  expect(asked().get("page")).toBe("1");
});
