import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router-dom";
import { beforeEach, expect, test } from "vitest";
import { renderWithProviders } from "../../../../test/render";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { recordCalls, server } from "../../../../test/server";
import { clearTokens, storedTokens } from "~/api/tokens";
import { notify } from "~/ui/toast/toast";
import PublicRecordLayout from "./PublicRecordLayout";

const AT = { at: "/consultationDetail/a" };
const frame = (
  <Routes>
    <Route element={<PublicRecordLayout />}>
      <Route path="*" element="the record" />
    </Route>
  </Routes>
);
const logout = () => screen.queryByRole("button", { name: "Logout" });

beforeEach(clearTokens);

test("shows a sign-out button to signed-in users", async () => {
  server.use(http.post("/api/token/revoke", ({ response }) => response(204).empty()));
  const sent = recordCalls();
  rememberTokens(accessToken(900), "r1");
  renderWithProviders(frame, AT);
  await userEvent.click(screen.getByRole("button", { name: "Logout" }));
  await screen.findByText("You Have Successfully Signed Out!!");
  expect(storedTokens()).toEqual({});
  await waitFor(() => expect(screen.getByTestId("address").textContent).toBe("/"));
  await waitFor(() => expect(sent.map(({ json }) => json)).toEqual([{ refresh: "r1" }]));
});

test("shows no sign-out button to anyone else", () => {
  renderWithProviders(frame, AT);
  screen.getByText("the record");
  expect(logout()).toBeNull();
});

test("hides the record and messages when another tab signs out", async () => {
  rememberTokens(accessToken(900), "r1");
  renderWithProviders(frame, AT);
  expect(logout()).not.toBeNull();
  act(() => notify("info", "Ada Lovelace"));
  await screen.findByText("Ada Lovelace");
  clearTokens();
  act(() => void dispatchEvent(new StorageEvent("storage", { key: "access", newValue: null })));
  expect(logout()).toBeNull();
  await waitFor(() => expect(screen.queryByText("Ada Lovelace")).toBeNull());
});
