import { useRef, useState } from "react";
import { announceChange } from "../../api/changes";
import { createApplication, type FilledApplication } from "../../api/create-application";
import { failedOutcome } from "../../api/failure";
import { oneSubmission } from "../../api/idempotency";
import { application as words } from "../../content/application";
import { formRules } from "../../rules/metadata";
import { type FormValues, type Outcome, useRuleForm } from "../../ui/form/useRuleForm";
import { notifyError, notifySuccess } from "../../ui/toast";
import { applicationRules } from "./application-rules";

const fields = formRules.application;
const names = fields.map(({ name }) => name);

/** Runs the application form: judged by the rules, sent with its file, told how far that has come. */
export function useApplication(id: string, onSent: () => void) {
  const [submission] = useState(oneSubmission);
  const [progress, setProgress] = useState(0);
  const sendingNow = useRef<AbortController>(undefined);

  async function send(values: FormValues): Promise<Outcome> {
    const { signal } = (sendingNow.current = new AbortController());
    setProgress(0);
    try {
      await submission.send((key) =>
        createApplication(values as FilledApplication, key, { signal, onProgress: setProgress }),
      );
    } catch (error) {
      if (signal.aborted) return { status: "failed", reason: "Not sent: you cancelled it." };
      const outcome = failedOutcome(error, names);
      if (outcome.status === "failed") notifyError("Something went wrong. Please try again.");
      return outcome;
    }
    notifySuccess(words.sent);
    announceChange("applications");
    onSent();
    return { status: "sent" };
  }

  const form = useRuleForm({ id, fields, ...applicationRules, send });
  return { ...form, progress, cancel: () => sendingNow.current?.abort() };
}
