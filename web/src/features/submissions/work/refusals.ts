import { ApiError, hasStatus, isTransient, NetworkError } from "../../../api/errors";
import type { Detail, Submission } from "../../../api/submissions";

/** The record as somebody else has left it, where that is why the server refused. */
export function changedRecord<T extends Submission>(error: unknown): Detail<T> | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return (error.body as { record?: Detail<T> } | undefined)?.record;
}

/** Why something was not answered that may be answered soon; nothing where trying again is of no use. */
export function explainTransient(error: unknown): string | undefined {
  return isTransient(error) ? explainRefusal(error) : undefined;
}

/** Why something could not be done with a record. */
export function explainRefusal(error: unknown): string {
  if (error instanceof NetworkError) {
    return navigator.onLine ? "The connection was lost before an answer came." : "You are offline.";
  }
  if (hasStatus(error, 401)) return "Your sign-in has ended.";
  if (hasStatus(error, 404)) return "It has been erased meanwhile.";
  if (!(error instanceof ApiError)) return "";
  if (error.status >= 500) return "The server cannot take this right now.";
  const sentence = Object.values(error.fields ?? {})[0] ?? error.message;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
