import { act, fireEvent, screen } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listPage, row, serve } from "../../../../../test/records";
import { renderInDashboard } from "../../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../../test/tokens";
import { http } from "../../../../../mocks/http";
import { jsonResponse } from "../../../../../test/responses";
import { onlyAt } from "../../../../../test/server";
import consultations from "~/features/submissions/kinds/consultations.kind";
import { SubmissionList } from "../SubmissionList";
import { SearchBox } from "./SearchBox";
import { SearchProvider } from "./SearchProvider";

const LIST = "/dashboard/consultation";
const petra = row(1, { full_name: "Petra Novak" });
const page = () => jsonResponse(200, listPage([petra, row(2)]));
const box = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
const address = () => location.pathname + location.search;
const pass = (milliseconds: number) =>
  act(() => vi.advanceTimersByTimeAsync(milliseconds).then(() => undefined));

/** Loading time of the record page, in milliseconds. */
const LOADING_MS = 150;

async function show() {
  const Record = lazy(async () => {
    await new Promise((resolve) => void setTimeout(resolve, LOADING_MS));
    return { default: () => <p>The record</p> };
  });
  const view = renderInDashboard(
    <SearchProvider>
      <SearchBox />
      <Suspense>
        <Routes>
          <Route path={LIST} element={<SubmissionList kind={consultations} />} />
          <Route path={`${LIST}/:slug`} element={<Record />} />
        </Routes>
      </Suspense>
    </SearchProvider>,
    { at: LIST },
  );
  await pass(0);
  return view;
}

beforeEach(() => {
  rememberTokens(accessToken(900), "r1");
  vi.useFakeTimers();
  serve(
    http.get("/api/consultations", onlyAt("?page=1&sort=newest", page)),
    http.get("/api/consultations", onlyAt("?page=1&sort=newest&q=petra", page)),
  );
});

afterEach(() => vi.useRealTimers());

const delays = Array.from({ length: 41 }, (_, index) => index * 10);

test.each(delays)(
  "keeps a record open that is opened %i ms after the last letter",
  async (delay) => {
    await show();
    box().focus();
    fireEvent.change(box(), { target: { value: "petra" } });
    await pass(delay);
    const view = screen.getByRole("link", { name: "View Petra Novak" });
    view.focus();
    fireEvent.click(view);
    await pass(1000);
    screen.getByText("The record");
    expect(address()).toBe(`${LIST}/slug-1?q=petra`);
    expect(box().value).toBe("petra");
  },
);

test.each(delays)(
  "keeps a word that is typed right after opening a record (%i ms)",
  async (delay) => {
    await show();
    fireEvent.change(box(), { target: { value: "petra" } });
    await pass(delay);
    fireEvent.click(screen.getByRole("link", { name: "View Petra Novak" }));
    fireEvent.change(box(), { target: { value: "grace" } });
    await pass(1000);
    screen.getByText("The record");
    expect(address()).toBe(`${LIST}/slug-1?q=petra`);
    expect(box().value).toBe("grace");
  },
);
