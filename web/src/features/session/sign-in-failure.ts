import { hasStatus, isTransient } from "~/api/errors";
import { describeFailure } from "~/api/failures";

/** Describes why a sign-in failed, if the reason is neither the password nor the code. */
export function describeSignInFailure(error: unknown): string | undefined {
  return isTransient(error) || hasStatus(error, 429)
    ? describeFailure(error, "to sign in")
    : undefined;
}
