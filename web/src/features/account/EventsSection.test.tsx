import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { FailedQuery } from "../../../test/failed-query";
import { renderWithProviders } from "../../../test/render";
import { accessToken, rememberTokens } from "../../../test/tokens";
import { http } from "../../../mocks/http";
import { jsonResponse } from "../../../test/responses";
import { onlyAt, server } from "../../../test/server";
import type { AccountEvent } from "~/api/account";
import { EventsSection } from "./EventsSection";

const EVENTS = "/api/account/events";

function happened(
  id: number,
  event: AccountEvent["event"],
  by: AccountEvent["by"],
  browser = "",
): AccountEvent {
  return { id, at: "2026-11-20T10:00:00.000000Z", event, by, browser };
}

/** A failure that is not retried. */
function refused(): Response {
  return jsonResponse(404, { message: "Not found" });
}

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test("shows each event with its time and who caused it", async () => {
  const results = [
    happened(7, "session refreshed again", null, "Firefox on Linux, then Safari on iPhone"),
    happened(6, "refresh token reused", null, "Safari on iPhone"),
    happened(5, "second factor refused", null, "Chrome on Windows"),
    happened(4, "password changed", "owner", "Firefox on Linux"),
    happened(3, "recovery code used", "owner"),
    happened(2, "second factor off", "command"),
    happened(1, "something newer" as AccountEvent["event"], null),
  ];
  server.use(http.get(EVENTS, ({ response }) => response(200).json({ results, more: false })));
  renderWithProviders(<EventsSection />);
  const list = await screen.findByRole("list", { name: "Account activity" });
  const entries = within(list)
    .getAllByRole("listitem")
    .map((entry) => [...entry.querySelectorAll("p")].map(({ textContent }) => textContent));
  expect(entries.map(([what]) => what)).toEqual([
    "Session refreshed again, for example after a lost connection",
    "Session signed out because it was used in two places",
    "Wrong two-factor code entered with your password",
    "Password changed",
    "Recovery code used",
    "Two-factor authentication turned off",
    "something newer",
  ]);
  const by = entries.map(([, when]) => when?.replace(/^.*?[AP]M/, ""));
  expect(by).toEqual([
    ", Firefox on Linux, then Safari on iPhone",
    ", Safari on iPhone",
    ", Chrome on Windows",
    ", by you, Firefox on Linux",
    ", by you",
    ", by the server’s operator",
    "",
  ]);
  expect(list.querySelector("time")?.dateTime).toBe(results[0]?.at);
  expect(screen.queryByRole("button")).toBeNull();
});

test("loads older events on request and keeps the focus", async () => {
  let last = refused;
  server.use(
    http.get(
      EVENTS,
      onlyAt("?before=7", ({ response }) =>
        response(200).json({ results: [happened(6, "removed", "command")], more: true }),
      ),
    ),
    http.get(
      EVENTS,
      onlyAt("?before=6", () => last()),
    ),
    http.get(EVENTS, ({ response }) =>
      response(200).json({ results: [happened(7, "created", null)], more: true }),
    ),
  );
  renderWithProviders(<EventsSection />);
  const more = await screen.findByRole("button", { name: "Show older" });
  await userEvent.click(more);
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
  expect(document.activeElement).toBe(more);
  // A failed batch keeps the others and can be retried.
  await userEvent.click(more);
  await screen.findByRole("alert");
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  last = () => jsonResponse(200, { results: [happened(5, "created", null)], more: false });
  await userEvent.click(more);
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(3));
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Account activity" }));
});

test("does not speak of older events when a refetch fails", async () => {
  const results = [happened(7, "created", null)];
  server.use(http.get(EVENTS, ({ response }) => response(200).json({ results, more: true })));
  const { client } = renderWithProviders([
    <EventsSection key="events" />,
    <FailedQuery key="failed" />,
  ]);
  await screen.findByText("Account created");
  server.use(http.get(EVENTS, refused));
  await client.invalidateQueries();
  await screen.findByText("A query has failed.");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("shows an empty state without activity", async () => {
  server.use(http.get(EVENTS, ({ response }) => response(200).json({ results: [], more: false })));
  renderWithProviders(<EventsSection />);
  screen.getByRole("status");
  await screen.findByText("No activity yet.");
  expect(screen.queryByRole("list")).toBeNull();
});

test("reports a failed load and retries it", async () => {
  let response = refused;
  server.use(http.get(EVENTS, () => response()));
  renderWithProviders(<EventsSection />);
  const alert = await screen.findByRole("alert");
  response = () => jsonResponse(200, { results: [happened(1, "created", "command")], more: false });
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  await screen.findByText("Account created");
});
