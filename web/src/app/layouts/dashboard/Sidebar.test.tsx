import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { foreignResponse, jsonResponse, mockFetch } from "../../../../test/network";
import { inbox } from "../../../../test/records";
import { renderWithProviders } from "../../../../test/render";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { Sidebar } from "./Sidebar";

const INBOX = "GET /api/inbox";
const way = (name: string) => screen.getByRole("link", { name });

beforeEach(() => rememberTokens(accessToken(900), "r1"));

test("uses the number of new records as a link's description, not its name", async () => {
  mockFetch({ [INBOX]: () => jsonResponse(200, inbox({ new: 1234, done: 5 })) });
  renderWithProviders(<Sidebar onLogout={() => undefined} />);
  await screen.findByText("1,234");
  const described = way("Consultation").getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(described)?.textContent).toBe("1,234 new");
  expect(way("Consultation").textContent.trim()).toBe("Consultation");
  expect(way("Application").getAttribute("aria-describedby")).toBeNull();
});

test("omits a number that cannot be loaded, without an error", async () => {
  const sent = mockFetch({ [INBOX]: () => jsonResponse(400, { message: "No" }) });
  renderWithProviders(<Sidebar onLogout={() => undefined} />);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(way("Consultation").getAttribute("aria-describedby")).toBeNull();
  expect(screen.queryByText("No")).toBeNull();
});

test("shows no number for a list that an older server does not count", async () => {
  const { applications: _, ...counted } = inbox({ new: 7 });
  mockFetch({ [INBOX]: () => foreignResponse(200, counted) });
  renderWithProviders(<Sidebar onLogout={() => undefined} />);
  await screen.findByText("7");
  expect(way("Application").getAttribute("aria-describedby")).toBeNull();
});
