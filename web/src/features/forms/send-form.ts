import { NetworkError, refusal, refusesOthers } from "~/api/errors";
import { describeFailure } from "~/api/failures";
import { type Attempt, retryWhileBusy, sendOnce } from "~/api/idempotency";
import { forms } from "~/content/forms";
import { MissingScript } from "./useLateScript";
import { findChangedFiles, type FormValues } from "./validate";

/** Messages for a failed attempt: a toast, and a reason next to the submit button. */
export type FailureWords = { toast: string; reason?: string };

/** The result of sending: complete, or a further step without a message yet. */
export type Sent = void | "needs-second-factor";

/** What came of an attempt: sent, failed with the input kept, or refused by field. */
export type Outcome =
  | { status: "sent" }
  | { status: "failed"; reason?: string | undefined }
  | { status: "refused"; fields: Readonly<Record<string, string>> };

/** How a form is sent. */
export type Sending<Values> = {
  /** Sends the form. Throws on failure. */
  send: (values: Values, attempt: Attempt) => Promise<Sent>;
  /** The toast after success. */
  successMessage: string;
  /** Called after success. */
  onSent?: (() => void) | undefined;
  /** Describes a failure, for forms with their own messages. */
  describeError?: (error: unknown) => FailureWords;
};

/**
 * Sends a form of the fields `names`. One with a draft has an idempotency key, so that retries count
 * once. Throws if the signal is aborted, or if a script is missing.
 */
export async function sendForm<Values>(
  { send, successMessage, onSent, describeError = describeAttemptError }: Sending<Values>,
  values: Values,
  names: readonly string[],
  transfer: Omit<Attempt, "key">,
  draftKey?: string,
): Promise<Outcome> {
  const { signal } = transfer;
  const sendUnder = (key: string) =>
    retryWhileBusy(() => send(values, { key, ...transfer }), signal);
  let sent: Sent;
  try {
    sent = await (draftKey === undefined
      ? send(values, { key: "", ...transfer })
      : sendOnce(draftKey, sendUnder));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MissingScript) throw error;
    if (error instanceof NetworkError) {
      // Browsers break off an upload when its file changes.
      const changed = await findChangedFiles(values as FormValues);
      if (Object.keys(changed).length > 0) return { status: "refused", fields: changed };
    }
    const refused = refusal(error, names);
    if (refused) return { status: "refused", ...refused };
    const { toast, reason } = describeError(error);
    show("error", toast);
    return { status: "failed", reason: refusesOthers(error, names) ? forms.outdated : reason };
  }
  if (sent === "needs-second-factor") return { status: "sent" };
  show("success", successMessage);
  onSent?.();
  return { status: "sent" };
}

/** Shows a toast. Toasts are in a chunk of their own. */
function show(type: "success" | "error", message: string): void {
  import("~/ui/toast/toast").then(
    ({ notify }) => notify(type, message),
    () => undefined,
  );
}

const describeAttemptError = (error: unknown): FailureWords => ({
  toast: forms.failed,
  reason: describeFailure(error),
});
