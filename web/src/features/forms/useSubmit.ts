import { useRef, useState } from "react";
import { refusal, refusesOthers } from "../../api/errors";
import { describeFailure } from "../../api/failure";
import { type Attempt, createIdempotentSender } from "../../api/idempotency";
import { notifyError, notifySuccess } from "../../ui/toast/toast";
import type { Outcome } from "./useRuleForm";

/** What is said of a failed attempt: in a toast, and beside the button that sends. */
export type FailureWords = { toast: string; reason?: string };

/** What sending leads to: nothing more, or a further step, of which nothing is said yet. */
export type Sent = void | "needs-second-factor";

/** How a form is sent. */
export type Sending<Values> = {
  /** Sends it, and throws what went wrong. */
  send: (values: Values, attempt: Attempt) => Promise<Sent>;
  /** Whether it goes under a key, so that it counts once however often it is sent. */
  idempotent?: boolean;
  /** What is said once it has been taken. */
  successMessage: string;
  /** Told once it has been taken. */
  onSent?: (() => void) | undefined;
  /** Finds the words for what went wrong, for a form that has its own. */
  describeError?: (error: unknown) => FailureWords;
};

// Only a server of another release can do so.
const ASKS_FOR_MORE =
  "This form asks for more than it did when you opened this page. Please keep a copy of what you wrote, and load the page again.";

/** Sends a form: under one key until it has been taken, with its progress told, until cancelled. */
export function useSubmit<Values>(
  {
    send,
    idempotent = true,
    successMessage,
    onSent,
    describeError = describeAttemptError,
  }: Sending<Values>,
  names: readonly string[],
) {
  const [submission] = useState(createIdempotentSender);
  const [progress, setProgress] = useState(0);
  const controller = useRef<AbortController>(undefined);

  async function attempt(values: Values): Promise<Outcome> {
    const { signal } = (controller.current = new AbortController());
    setProgress(0);
    const sendUnder = (key: string) => send(values, { key, signal, onProgress: setProgress });
    let sent: Sent;
    try {
      sent = await (idempotent ? submission.send(sendUnder) : sendUnder(""));
    } catch (error) {
      if (signal.aborted) return { status: "failed", reason: "Not sent: you cancelled it." };
      const refused = refusal(error, names);
      if (refused) return { status: "refused", ...refused };
      const { toast, reason } = describeError(error);
      notifyError(toast);
      return { status: "failed", reason: refusesOthers(error, names) ? ASKS_FOR_MORE : reason };
    }
    if (sent === "needs-second-factor") return { status: "sent" };
    notifySuccess(successMessage);
    onSent?.();
    return { status: "sent" };
  }

  return { attempt, progress, cancel: () => controller.current?.abort() };
}

function describeAttemptError(error: unknown): FailureWords {
  return {
    toast: "Something went wrong. Please try again.",
    reason: describeFailure(error),
  };
}
