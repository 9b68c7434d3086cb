import { ApiError, NetworkError } from "./errors";

/** Describes why a form could not be sent. `counted` names what the rate limit counts by. */
export function describeFailure(error: unknown, counted = "from your network"): string {
  if (error instanceof NetworkError) {
    return navigator.onLine
      ? "The connection was lost before an answer came. Everything you filled in is still here."
      : "You are offline. Everything you filled in is still here: send it again once you are back.";
  }
  if (!(error instanceof ApiError)) return "";
  const { status, retryAfter } = error;
  if (status === 413) return "This is too large to be sent. Please make it smaller.";
  if (status === 429) {
    return `There were too many attempts ${counted}. Please try again ${wait(retryAfter)}.`;
  }
  if (status >= 500) {
    return `Our server cannot take this right now. Everything you filled in is still here: please try again ${wait(retryAfter)}.`;
  }
  return error.message;
}

function wait(seconds: number | undefined): string {
  if (seconds === undefined) return "in a moment";
  if (seconds < 60) return seconds === 1 ? "in a second" : `in ${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
}
