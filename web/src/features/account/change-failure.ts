import { hasStatus, messageOf } from "~/api/errors";
import { describeFailure } from "~/api/failures";
import type { FailureWords } from "../forms/send-form";

/** Describes why a change of the account failed. `toast` is used if the server sent no message. */
export function describeChangeError(error: unknown, toast: string): FailureWords {
  const reason = hasStatus(error, 401)
    ? "Your session has ended. Please sign in again."
    : describeFailure(error, "for your account");
  return { toast: messageOf(error, toast), reason };
}
