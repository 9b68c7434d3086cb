import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getResponse, HttpResponse } from "msw";
import { renderInDashboard } from "../../../test/dashboard";
import { FailedQuery } from "../../../test/failed-query";
import { serve } from "../../../test/records";
import { recordCalls, server } from "../../../test/server";
import { accessToken, rememberTokens } from "../../../test/tokens";
import { http } from "../../../mocks/http";
import { insightsHandlers } from "../../../mocks/insights";
import { readServerDate } from "~/api/clock";
import { InsightsView } from "./InsightsView";

beforeEach(() => vi.stubEnv("TZ", "America/Chicago"));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  readServerDate(new Date().toUTCString());
});

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

test("says that the week that has begun failed to load, and offers to try again", async () => {
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
  expect(screen.queryByRole("rowheader", { name: "This week so far" })).toBeNull();
  expect(screen.getAllByRole("rowheader", { name: "Total without this week" })).toHaveLength(2);
  isRefused = false;
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findAllByRole("rowheader", { name: "This week so far" })).toHaveLength(2);
  expect(screen.queryByRole("alert")).toBeNull();
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
