import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test } from "vitest";
import { row, listPage, serve } from "../../../../test/records";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { jsonResponse } from "../../../../test/responses";
import { onlyAt } from "../../../../test/server";
import { createQueryClient } from "~/api/query-client";
import { pagesKey } from "~/api/submissions";
import { defaultFilter } from "~/rules/filter";
import { staffRules } from "~/rules/load";
import { ToastProvider, useToasts } from "~/ui/toast/Toasts";
import consultations from "../kinds/consultations.kind";
import { StaffRulesGate } from "~/features/session/StaffRulesGate";
import { useSubmissions } from "./useSubmissions";

await staffRules.load();
beforeEach(() => rememberTokens(accessToken(900), "r1"));

function List() {
  useToasts();
  const { rows, busy } = useSubmissions(consultations, defaultFilter, undefined);
  return <p>{busy ? "Loading" : `${rows?.length} rows`}</p>;
}

test("shows a toast for a failed call, but not when the list is opened again", async () => {
  const client = createQueryClient();
  const open = () =>
    render(
      <QueryClientProvider client={client}>
        <ToastProvider>
          <MemoryRouter>
            <StaffRulesGate>
              <List />
            </StaffRulesGate>
          </MemoryRouter>
        </ToastProvider>
      </QueryClientProvider>,
    );
  const responses = [
    () => jsonResponse(200, listPage([row(1)])),
    () => jsonResponse(400, { message: "" }),
    () => jsonResponse(200, listPage([row(2), row(1)])),
  ];
  serve(
    http.get(
      "/api/consultations",
      onlyAt("?page=1&sort=newest", () => responses.shift()?.() ?? jsonResponse(500)),
    ),
  );
  const { unmount } = open();
  await screen.findByText("1 rows");
  await act(() => client.refetchQueries({ queryKey: pagesKey("consultations") }));
  await screen.findByText("Failed to fetch consultations");
  unmount();
  open();
  await screen.findByText("2 rows");
  expect(screen.queryByText("Failed to fetch consultations")).toBeNull();
});
