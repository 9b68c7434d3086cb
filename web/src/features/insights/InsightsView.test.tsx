import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getResponse, HttpResponse } from "msw";
import { renderInDashboard } from "../../../test/dashboard";
import { deferred } from "../../../test/deferred";
import { FailedQuery } from "../../../test/failed-query";
import { serve } from "../../../test/records";
import { recordCalls, server } from "../../../test/server";
import { accessToken, rememberTokens } from "../../../test/tokens";
import { http } from "../../../mocks/http";
import { insightsHandlers } from "../../../mocks/insights";
import { readServerDate } from "~/state/clock";
import { InsightsView } from "./InsightsView";

beforeEach(() => vi.stubEnv("TZ", "America/Chicago"));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  readServerDate(new Date().toUTCString());
});

const shown = () => screen.getAllByRole("table").map(({ textContent }) => textContent);

const REFUSED = () => HttpResponse.json({ message: "Out of order" }, { status: 400 });

test("keeps the figures when a refetch fails", async () => {
  rememberTokens(accessToken(900), "r1");
  serve(...insightsHandlers);
  const { client } = renderInDashboard([<InsightsView key="view" />, <FailedQuery key="failed" />]);
  await screen.findAllByRole("rowheader", { name: "This week so far" });
  server.use(http.untyped.get("*/api/insights", REFUSED));
  await client.invalidateQueries();
  await screen.findByText("A query has failed.");
  screen.getByRole("table", { name: "Submissions a week" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("shows nothing of a period whose begun week failed to load, and offers to try again", async () => {
  rememberTokens(accessToken(900), "r1");
  let isRefused = true;
  serve(
    http.untyped.get("*/api/insights", ({ request }) => {
      const days = new URL(request.url).searchParams;
      const length = Date.parse(days.get("to") ?? "") - Date.parse(days.get("from") ?? "");
      return isRefused && length < 7 * 86_400_000 ? REFUSED() : undefined;
    }),
    ...insightsHandlers,
  );
  renderInDashboard(<InsightsView />);
  const alert = await screen.findByRole("alert");
  expect(screen.queryByRole("table")).toBeNull();
  isRefused = false;
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findAllByRole("rowheader", { name: "This week so far" })).toHaveLength(2);
  expect(screen.queryByRole("alert")).toBeNull();
});

test.each([
  ["list", "List", "Application"],
  ["period", "Period", "Last 12 months"],
])(
  "shows the figures of the former %s until those of the next are there",
  async (_, select, option) => {
    rememberTokens(accessToken(900), "r1");
    const next = deferred<undefined>();
    let isSlow = false;
    serve(
      http.untyped.get("*/api/insights", () => (isSlow ? next.promise : undefined)),
      ...insightsHandlers,
    );
    renderInDashboard(<InsightsView />);
    await screen.findAllByRole("rowheader", { name: "This week so far" });
    const former = shown();
    isSlow = true;
    const sent = recordCalls();
    await userEvent.selectOptions(screen.getByLabelText(select), option);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(shown()).toEqual(former);
    screen.getByText("All lists", { selector: "span" });
    expect(screen.queryByRole("status")).toBeNull();
    next.resolve(undefined);
    await waitFor(() => expect(shown()).not.toEqual(former));
  },
);

test.each([
  [{}, []],
  [
    { kept_from: "2026-07-01T12:00:00.000001Z" },
    ["Older records may have been deleted, so nothing is compared."],
  ],
  [
    { kept_from: "2026-11-01T12:00:00.000001Z" },
    ["Records from before Nov 1, 2026 may have been deleted, so nothing is compared."],
  ],
  [
    { spam_kept_from: "2026-11-01T12:00:00.000001Z" },
    ["Spam from before Nov 1, 2026 may have been deleted."],
  ],
  [
    { kept_from: "2026-07-01T12:00:00.000001Z", spam_kept_from: "2026-11-01T12:00:00.000001Z" },
    [
      "Older records may have been deleted, so nothing is compared.",
      "Spam from before Nov 1, 2026 may have been deleted.",
    ],
  ],
  [{ spam_kept_from: "2026-01-01T12:00:00.000001Z" }, []],
])("says what the settings have deleted: %o", async (kept, sentences) => {
  rememberTokens(accessToken(900), "r1");
  serve(
    http.untyped.get("*/api/insights", async ({ request }) => {
      const response = await getResponse(insightsHandlers, request);
      return HttpResponse.json({ ...((await response?.json()) as object), ...kept });
    }),
  );
  renderInDashboard(<InsightsView />, {
    at: "/dashboard/insights?period=own&from=2026-08-31&to=2026-11-22",
  });
  await screen.findByText(/^Aug 31\s–\sNov 22, 2026$/);
  expect(screen.queryAllByText(/deleted/).map(({ textContent }) => textContent)).toEqual(sentences);
  const isCompared = sentences.every((sentence) => !sentence.includes("compared"));
  expect(screen.queryAllByRole("rowheader", { name: "Period before" })).toHaveLength(
    isCompared ? 2 : 0,
  );
});

test("shows the weeks before this one by the server's clock", async () => {
  // Two years ahead of the server, which is at the end of a Sunday.
  vi.useFakeTimers({ now: Date.parse("2028-11-30T05:00:00Z"), toFake: ["Date"] });
  rememberTokens(accessToken(900), "r1");
  const date = "Mon, 30 Nov 2026 05:00:00 GMT";
  serve(
    http.untyped.get("*/api/insights", async ({ request }) => {
      const response = await getResponse(insightsHandlers, request);
      return HttpResponse.json(await response?.json(), { headers: { date } });
    }),
  );
  const sent = recordCalls();
  renderInDashboard(<InsightsView />, { at: "/dashboard/insights?period=4w" });
  await screen.findByText(/^Oct 26\s–\sNov 22, 2026$/);
  const asked = sent.map(({ path }) => new URLSearchParams(path.split("?")[1]));
  expect(asked.slice(-2).map((query) => [query.get("from"), query.get("to")])).toEqual([
    ["2026-10-26", "2026-11-22"],
    ["2026-11-23", "2026-11-29"],
  ]);
});
