import { hasStatus, messageOf } from "../../api/errors";
import { describeFailure } from "../../api/failure";
import type { FailureWords } from "../forms/useSubmit";

/** What is said when something of an account could not be changed; the toast where the server says nothing. */
export function describeChangeError(error: unknown, toast: string): FailureWords {
  const reason = hasStatus(error, 401)
    ? "Your sign-in has ended. Please sign in again."
    : describeFailure(error, "for your account");
  return { toast: messageOf(error, toast), reason };
}
