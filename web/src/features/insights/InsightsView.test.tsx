import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getResponse, HttpResponse } from "msw";
import { renderInDashboard } from "../../../test/dashboard";
import { serve } from "../../../test/records";
import { recordCalls } from "../../../test/server";
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
