import { useState } from "react";
import { describeFailure, NetworkError, refusal, refusesOthers } from "~/api/errors";
import { type Attempt, createIdempotentSender, retryWhileBusy } from "~/api/idempotency";
import { forms } from "~/content/forms";
import { MissingScript } from "./missing-script";
import type { Outcome, Transfer } from "./useRuleForm";
import { findChangedFiles, type FormValues } from "./validate";

/** Messages for a failed attempt: a toast, and a reason next to the submit button. */
export type FailureWords = { toast: string; reason?: string };

/** The result of sending: complete, or a further step without a message yet. */
export type Sent = void | "needs-second-factor";

/** Options for sending a form. */
export type SubmitOptions<Values> = {
  /** Sends the form. Throws on failure. */
  send: (values: Values, attempt: Attempt) => Promise<Sent>;
  /** Whether to send an idempotency key, so that retries count once. */
  idempotent?: boolean;
  /** The toast after success. */
  successMessage: string;
  /** Called after success. */
  onSent?: (() => void) | undefined;
  /** Describes a failure, for forms with their own messages. */
  describeError?: (error: unknown) => FailureWords;
};

/**
 * Returns a function that sends a form, with one idempotency key until it succeeds. It throws if the
 * signal is aborted.
 */
export function useSubmit<Values>(
  {
    send,
    idempotent = true,
    successMessage,
    onSent,
    describeError = describeAttemptError,
  }: SubmitOptions<Values>,
  names: readonly string[],
  draftKey?: string,
) {
  const [submission] = useState(() => createIdempotentSender(draftKey));

  return async (values: Values, transfer: Transfer): Promise<Outcome> => {
    const { signal } = transfer;
    const sendUnder = (key: string) => send(values, { key, ...transfer });
    const sendOnce = (key: string) => retryWhileBusy(() => sendUnder(key), signal);
    let sent: Sent;
    try {
      sent = await (idempotent ? submission.send(sendOnce) : sendUnder(""));
    } catch (error) {
      signal.throwIfAborted();
      // The browser sends the form itself, if it can reach the server.
      if (error instanceof MissingScript && navigator.onLine) throw error;
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
  };
}

/** Shows a toast. They are none of a form's first scripts. */
function show(type: "success" | "error", message: string): void {
  import("~/ui/toast/toast").then(
    ({ notify }) => notify(type, message),
    () => undefined,
  );
}

function describeAttemptError(error: unknown): FailureWords {
  return {
    toast: forms.failed,
    reason: describeFailure(error),
  };
}
