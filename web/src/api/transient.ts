import { isTransient, NetworkError } from "./errors";
import { StallError } from "./http";

/** Describes a failure that a retry may solve. Returns nothing for any other error. */
export function describeTransientError(error: unknown): string | undefined {
  if (error instanceof NetworkError) return error.message;
  return isTransient(error) ? "The server is unavailable right now." : undefined;
}

/** Describes the failure of a query that is being retried. */
export function describeRetry({ failureReason }: { failureReason: unknown }): string | undefined {
  if (failureReason instanceof NetworkError) return "Couldn't reach the server. Trying again.";
  const why = describeTransientError(failureReason);
  return why && `${why} Trying again.`;
}

/** Returns whether an automatic retry may succeed, and soon: a response that stalled has taken its time. */
export function isRetryable(error: unknown): boolean {
  const hasStalled = error instanceof NetworkError && error.cause instanceof StallError;
  return isTransient(error) && !hasStalled;
}
