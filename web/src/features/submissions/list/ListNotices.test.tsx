import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { renderInDashboard } from "../../../../test/dashboard";
import { serve } from "../../../../test/records";
import { ApiError, NetworkError } from "~/api/errors";
import { FailedList } from "./ListNotices";

const failed = (status: number) => ApiError.from(status, {}, () => null);

test.each([
  [
    new NetworkError(new TypeError("gone")),
    "Couldn't reach the server. Check your connection and try again.",
  ],
  [failed(503), "The server is unavailable right now."],
])("explains a transient failure and offers to try again", async (error, why) => {
  serve();
  const retry = vi.fn();
  renderInDashboard(
    <FailedList
      error={error}
      many="Consultations"
      narrowed={false}
      retry={retry}
      change={vi.fn()}
    />,
  );
  screen.getByText("Error loading consultations");
  screen.getByText(why);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(retry).toHaveBeenCalledOnce();
});

test("does not blame the connection for a permanent failure", () => {
  serve();
  renderInDashboard(
    <FailedList
      error={failed(400)}
      many="Consultations"
      narrowed={false}
      retry={vi.fn()}
      change={vi.fn()}
    />,
  );
  expect(screen.getByRole("alert").textContent).toBe("Error loading consultationsTry again");
});
