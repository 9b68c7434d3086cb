import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { inbox, record, serveRecord } from "../../../../test/records";
import { renderWithProviders } from "../../../../test/render";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { staffRules } from "~/rules/load";
import { useRoutes } from "react-router-dom";
import DashboardLayout from "./DashboardLayout";

let broken = false;

function View() {
  if (broken) throw new Error("This record has no date.");
  return <p>The view</p>;
}

const Site = () =>
  useRoutes([{ Component: DashboardLayout, children: [{ path: "*", Component: View }] }]);

test("keeps the navigation when the rules cannot be loaded, and loads them on request", async () => {
  // React reports the error on the console.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(staffRules, "loaded").mockReturnValueOnce(undefined);
  vi.spyOn(staffRules, "load").mockRejectedValueOnce(new TypeError("Failed to fetch"));
  broken = false;
  rememberTokens(accessToken(900), "r1");
  serveRecord(
    record(),
    http.get("/api/inbox", ({ response }) => response(200).json(inbox({ new: 1 }))),
    http.get("/api/account", () => HttpResponse.json({ message: "Not now" }, { status: 403 })),
  );
  renderWithProviders(<Site />, { at: "/dashboard" });

  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("This page could not be loaded.");
  expect(within(screen.getByRole("main")).queryByRole("alert")).toBe(notice);
  screen.getByRole("link", { name: "Consultation" });

  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("The view");
  screen.getByRole("searchbox");
});

test("keeps the navigation when a view throws, and retries the view on request", async () => {
  // React reports the error on the console.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  broken = true;
  await staffRules.load();
  rememberTokens(accessToken(900), "r1");
  serveRecord(
    record(),
    http.get("/api/inbox", ({ response }) => response(200).json(inbox({ new: 1 }))),
    http.get("/api/account", () => HttpResponse.json({ message: "Not now" }, { status: 403 })),
  );
  renderWithProviders(<Site />, { at: "/dashboard" });

  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("Something went wrong here.");
  screen.getByRole("link", { name: "Consultation" });
  screen.getByRole("searchbox");

  broken = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("The view");
});
