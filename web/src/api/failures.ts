import { ApiError, isTransient, messageOf, NetworkError } from "./errors";

/** Describes a failure that a retry may solve. Returns nothing for any other error. */
export function describeTransientError(error: unknown): string | undefined {
  if (error instanceof NetworkError) return error.message;
  return isTransient(error) ? "The server is unavailable right now." : undefined;
}

/** Describes why a call failed, by the fallback if its error has no message. */
export function describeError(error: unknown, fallback: string): string {
  return describeTransientError(error) ?? messageOf(error, fallback);
}

/** Describes the failure of a query that is being retried. */
export function describeRetry({ failureReason }: { failureReason: unknown }): string | undefined {
  if (failureReason instanceof NetworkError) return "Couldn't reach the server. Trying again.";
  const why = describeTransientError(failureReason);
  return why && `${why} Trying again.`;
}

/** Describes why a form could not be sent. `counted` says which attempts there were too many of. */
export function describeFailure(error: unknown, counted = "from your network"): string {
  if (error instanceof NetworkError) return error.message;
  if (!(error instanceof ApiError)) return "";
  const { status, retryAfter } = error;
  if (status === 413) return "This is too large to send. Please make it smaller.";
  if (status === 429) {
    return `Too many attempts ${counted}. Please try again ${waitingTime(retryAfter)}.`;
  }
  if (status >= 500) {
    return `Our server is unavailable right now. Nothing you entered is lost. Please try again ${waitingTime(retryAfter)}.`;
  }
  return error.message;
}

function waitingTime(seconds: number | undefined): string {
  if (seconds === undefined) return "in a moment";
  if (seconds < 60) return seconds === 1 ? "in a second" : `in ${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
}
