import { isTransient, NetworkError } from "./errors";

/** Why something was not answered that may be answered soon; nothing where trying again is of no use. */
export function describeTransientError(error: unknown): string | undefined {
  if (error instanceof NetworkError) {
    return navigator.onLine ? "The connection was lost before an answer came." : "You are offline.";
  }
  return isTransient(error) ? "The server cannot take this right now." : undefined;
}

/** What is said of a call that has failed and is made again, as long as it is awaited. */
export function describeRetry({ failureReason }: { failureReason: unknown }): string | undefined {
  const why = describeTransientError(failureReason);
  return why && `${why} Trying again.`;
}
