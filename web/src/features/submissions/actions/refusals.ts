import type { ActionResult } from "~/api/actions";
import { ApiError, hasStatus } from "~/api/errors";
import { describeTransientError } from "~/api/failures";
import type { Detail, Submission } from "~/api/submissions";

/** Returns why an action on a record failed, as the error that a call of its own would have had. */
export function errorOf({ status, ...body }: ActionResult): ApiError | undefined {
  return status === 200 ? undefined : ApiError.from(status, body, () => null);
}

/** Returns the current record from a conflict. */
export function changedRecord(error: unknown): Detail<Submission> | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return (error.body as { record?: Detail<Submission> } | undefined)?.record;
}

/** Statuses after which the same request fails again. */
const FINAL_STATUSES = [400, 404, 409, 422];

/** Returns whether the server will refuse a retry too. */
export function isFinal(error: unknown): boolean {
  return FINAL_STATUSES.some((status) => hasStatus(error, status));
}

/** Describes why an action on a record failed. */
export function describeRefusal(error: unknown): string {
  const transient = describeTransientError(error);
  if (transient) return transient;
  if (hasStatus(error, 401)) return "Your session has ended.";
  if (hasStatus(error, 404)) return "This record has been deleted.";
  if (!(error instanceof ApiError)) return "";
  const sentence = Object.values(error.fields ?? {})[0] ?? error.message;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
