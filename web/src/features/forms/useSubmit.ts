import { useRef, useState } from "react";
import { describeFailure, NetworkError, refusal, refusesOthers } from "~/api/errors";
import { type Attempt, createIdempotentSender, retryWhileBusy } from "~/api/idempotency";
import { forms } from "~/content/forms";
import type { Outcome } from "./useRuleForm";
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

/** Sends a form with one idempotency key until it succeeds. Reports progress and can be canceled. */
export function useSubmit<Values>(
  {
    send,
    idempotent = true,
    successMessage,
    onSent,
    describeError = describeAttemptError,
  }: SubmitOptions<Values>,
  names: readonly string[],
) {
  const [submission] = useState(createIdempotentSender);
  const [progress, setProgress] = useState(0);
  const controller = useRef<AbortController>(undefined);

  async function attempt(values: Values): Promise<Outcome> {
    const { signal } = (controller.current = new AbortController());
    setProgress(0);
    const sendUnder = (key: string) => send(values, { key, signal, onProgress: setProgress });
    const sendOnce = (key: string) => retryWhileBusy(() => sendUnder(key), signal);
    let sent: Sent;
    try {
      sent = await (idempotent ? submission.send(sendOnce) : sendUnder(""));
    } catch (error) {
      if (signal.aborted) return { status: "failed", reason: forms.canceled };
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

  return { attempt, progress, cancel: () => controller.current?.abort() };
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
