import { HttpResponse } from "msw";
import { accountHandlers, signInHandlers } from "./account";
import { formHandlers } from "./forms";
import { http } from "./http";
import { insightsHandlers } from "./insights";
import { sessionOf } from "./sessions";
import { exportHandlers, submissionHandlers } from "./submissions";

/** Refuses calls without a session. With one, the handlers after it respond. */
const requireSession = http.untyped.all("*/api/*", ({ request }) =>
  sessionOf(request)
    ? undefined
    : HttpResponse.json({ message: "Unauthorized: Invalid or expired token" }, { status: 401 }),
);

/** The handlers of every call, in the order in which they are tried. */
export const handlers = [
  ...formHandlers,
  ...signInHandlers,
  ...exportHandlers,
  requireSession,
  ...accountHandlers,
  ...insightsHandlers,
  ...submissionHandlers,
];

export { credentials } from "./account";
