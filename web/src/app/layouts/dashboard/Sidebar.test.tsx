import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { inbox } from "../../../../test/records";
import { renderWithProviders } from "../../../../test/render";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { recordCalls, server } from "../../../../test/server";
import { Sidebar } from "./Sidebar";

const INBOX = "/api/inbox";
const way = (name: string) => screen.getByRole("link", { name });

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test("uses the number of new records as a link's description, not its name", async () => {
  server.use(http.get(INBOX, ({ response }) => response(200).json(inbox({ new: 1234, done: 5 }))));
  renderWithProviders(<Sidebar onLogout={() => undefined} />);
  await screen.findByText("1,234");
  const described = way("Consultation").getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(described)?.textContent).toBe("1,234 new");
  expect(way("Consultation").textContent.trim()).toBe("Consultation");
  expect(way("Application").getAttribute("aria-describedby")).toBeNull();
});

test("follows the numbers while it is open", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let count = 3;
  server.use(http.get(INBOX, ({ response }) => response(200).json(inbox({ new: (count += 1) }))));
  renderWithProviders(<Sidebar onLogout={() => undefined} />);
  await screen.findByText("4");
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  await screen.findByText("5");
});

test("omits a number that cannot be loaded, without an error", async () => {
  server.use(http.get(INBOX, () => HttpResponse.json({ message: "No" }, { status: 400 })));
  const sent = recordCalls();
  renderWithProviders(<Sidebar onLogout={() => undefined} />);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(way("Consultation").getAttribute("aria-describedby")).toBeNull();
  expect(screen.queryByText("No")).toBeNull();
});

test("shows no numbers of a server of the release before a list", async () => {
  const { applications: _, ...counted } = inbox({ new: 7 });
  server.use(http.get(INBOX, ({ response }) => response.untyped(Response.json(counted))));
  const { client } = renderWithProviders(<Sidebar onLogout={() => undefined} />);
  await waitFor(() => expect(client.getQueryState(["inbox"])?.fetchFailureCount).toBe(1));
  expect(way("Application").getAttribute("aria-describedby")).toBeNull();
});
