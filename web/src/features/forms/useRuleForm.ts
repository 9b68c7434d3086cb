import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FieldError, FormName } from "@rules/public.js";
import { forms } from "~/content/forms";
import type { FormValidator, RulesModule } from "~/rules/load";
import { type FieldRule, fieldRule, formRules } from "~/rules/metadata";
import { reportClientError } from "~/api/client-errors";
import { beginSending } from "./form-drafts";
import { readHoneypot } from "./Honeypot";
import { ignoreRepeats } from "./ignore-repeats";
import type { Outcome, Sending } from "./send-form";
import { MissingScript, useLateScript } from "./useLateScript";
import type { FieldMessages, FormValue, FormValues } from "./validate";

const loadScripts = () => Promise.all([import("./validate"), import("./send-form")]);

type RuleFormOptions<Values> = {
  name: FormName;
  rules: RulesModule<FormValidator>;
  /** Unique on the page. A prefix of the fields' ids. */
  id: string;
  /** The key of the form's draft, if it has one. */
  draftKey?: string | undefined;
  sending: Sending<Values>;
  /** Whether the browser can send the form without scripts. */
  isPlain: boolean;
};

/** Messages at the fields, by their origin. */
type FieldErrors = {
  /** Found by the rules. They may depend on other fields. */
  found: FieldMessages;
  /** Refused by the server, maybe for what the rules cannot know. Kept until their field changes. */
  refused: FieldMessages;
};

const noErrors: FieldErrors = { found: {}, refused: {} };

/**
 * Runs a form by the rules: validates all fields on submit, then each field as it changes. The
 * inputs are uncontrolled, so text that was typed before hydration is kept.
 */
export function useRuleForm<Values>(options: RuleFormOptions<Values>) {
  const { name, rules: module, id, draftKey } = options;
  const fields = formRules[name];
  const scripts = useLateScript(loadScripts);
  const [errors, setErrors] = useState(noErrors);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isSent, setIsSent] = useState(false);
  const [progress, setProgress] = useState(0);
  /** Of the submit that is in progress, from its beginning. */
  const controller = useRef<AbortController>(undefined);
  const hasSubmitted = useRef(false);
  /** The scripts of the last submit. */
  const loaded = useRef<Awaited<ReturnType<typeof loadScripts>>>(undefined);

  function refuse(form: HTMLFormElement, failing: Partial<FieldErrors>) {
    const messages: FieldMessages = { ...failing.found, ...failing.refused };
    // Rendered before the focus moves, so that the error is announced with the field.
    flushSync(() => {
      setErrors({ ...noErrors, ...failing });
      setSending(false);
    });
    for (const [changed, message] of Object.entries(messages))
      if (message === forms.fileChanged) clearFile(form.elements.namedItem(changed));
    const inputs = fields
      .filter((rule) => messages[rule.name])
      .map((rule) => form.elements.namedItem(rule.name));
    inputs.find(isVisible)?.focus();
  }

  function settle(form: HTMLFormElement, outcome: Outcome) {
    if (outcome.status === "refused") return refuse(form, { refused: outcome.fields });
    flushSync(() => {
      setErrors(noErrors);
      setSending(false);
      if (outcome.status === "failed") setFailure(outcome.reason || undefined);
    });
    if (outcome.status === "sent") {
      hasSubmitted.current = false;
      form.reset();
      flushSync(() => setIsSent(true));
    }
  }

  async function check(values: FormValues) {
    const [{ validateForm, findChangedFiles }] = (loaded.current = await scripts());
    const rules = module.loaded() ?? (await module.within());
    const [refused, changed] = await Promise.all([
      // Without the rules, or if they fail, the server validates, with the same messages.
      rules && validateForm(rules, name, values).catch(reportFailure),
      findChangedFiles(values),
    ]);
    return { ...byName(refused ?? []), ...changed };
  }

  /** Returns whether the form was sent. Calls `onSend` when it is about to be. */
  async function submit(form: HTMLFormElement, signal: AbortSignal, onSend: () => void) {
    const values = readForm(form, fields);
    const found = await unlessAborted(check(values), signal);
    hasSubmitted.current = true;
    if (Object.keys(found).length > 0) {
      refuse(form, { found });
      return false;
    }
    const [, { sendForm }] = await scripts();
    signal.throwIfAborted();
    onSend();
    const outcome = await sendForm(
      options.sending,
      { ...values, ...readHoneypot(form) } as Values,
      fields.map((rule) => rule.name),
      { signal, onProgress: setProgress },
      draftKey,
    );
    settle(form, outcome);
    return outcome.status === "sent";
  }

  /** Lets the browser send the form, as without scripts. */
  function submitPlainly(form: HTMLFormElement) {
    // A file field that is disabled would not be sent.
    flushSync(() => setSending(false));
    form.submit();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (controller.current) return;
    const form = event.currentTarget;
    const { signal } = (controller.current = new AbortController());
    const endSending = draftKey === undefined ? undefined : beginSending(draftKey, form);
    let canceled: string = forms.canceledEarly;
    let isSentNow = false;
    let isPlain = false;
    setSending(true);
    setProgress(0);
    setFailure(undefined);
    setIsSent(false);
    try {
      isSentNow = await submit(form, signal, () => (canceled = forms.canceled));
    } catch (error) {
      const isMissing = error instanceof MissingScript;
      isPlain = isMissing && options.isPlain && navigator.onLine && form.isConnected;
      if (!isPlain && !isMissing && !signal.aborted) reportFailure(error);
      const reason = isMissing ? error.message : forms.failed;
      if (!isPlain) setFailure(signal.aborted ? canceled : reason);
    }
    controller.current = undefined;
    setSending(false);
    // Nobody sees here whether the browser succeeds, so its draft stays.
    endSending?.(isSentNow);
    if (isPlain) submitPlainly(form);
  }

  function onInput({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    setIsSent(false);
    const input = target as HTMLInputElement;
    const value = valueOf(input);
    if (value instanceof File)
      scripts().then(
        ([{ prepareCheck }]) => prepareCheck(value),
        () => undefined,
      );
    if (!hasSubmitted.current) return;
    const rule = fields.find((known) => known.name === input.name);
    if (!rule) return;
    const rules = module.loaded();
    const [validation] = loaded.current ?? [];
    if (!rules || !validation) {
      // Nothing can validate the new value, so the message stays. A new file has not changed.
      if (messageAt(input.name) === forms.fileChanged)
        update(input.name, { [input.name]: undefined });
      return;
    }
    // Reading a file takes a moment, and another file may have been chosen since.
    const values = readForm(currentTarget, fields);
    validation
      .validateChange(rules, name, rule, values)
      .then((messages) => valueOf(input) === value && update(input.name, messages))
      .catch(reportFailure);
  }

  /** Updates the message of the field that has changed, and those that are shown at others. */
  function update(changed: string, messages: FieldMessages) {
    setErrors(({ found, refused }) => {
      const updated = Object.entries(messages).filter(
        ([shown]) => shown === changed || found[shown] !== undefined,
      );
      return {
        found: { ...found, ...Object.fromEntries(updated) },
        refused: { ...refused, [changed]: undefined },
      };
    });
  }

  const messageAt = (wanted: string) => errors.refused[wanted] ?? errors.found[wanted];

  /** Returns the props of a field component. */
  function field(wanted: string) {
    const rule = fieldRule(fields, wanted);
    return { form: id, rule, error: messageAt(wanted), readOnly: sending };
  }

  const formProps = {
    ...ignoreRepeats,
    onSubmit,
    onInput,
    noValidate: true,
  };
  const cancel = () => controller.current?.abort();
  return { field, sending, progress, cancel, isSent, failure, formProps };
}

/** Returns the result of a task. Throws as soon as the signal is aborted. */
function unlessAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }),
  );
  return Promise.race([task, aborted]);
}

function reportFailure(error: unknown): void {
  console.error(error);
  reportClientError(error);
}

function isVisible(input: Element | RadioNodeList | null): input is HTMLElement {
  return input instanceof HTMLElement && !input.matches("[hidden], [type=hidden]");
}

function readForm(form: HTMLFormElement, fields: readonly FieldRule[]): FormValues {
  const value = (name: string) => valueOf(form.elements.namedItem(name) as HTMLInputElement);
  return Object.fromEntries(fields.map(({ name }) => [name, value(name)]));
}

function valueOf({ files, value }: HTMLInputElement): FormValue {
  return files ? (files[0] ?? "") : value;
}

/** Clears a file field. Browsers report no change when the same file is chosen once more. */
function clearFile(field: Element | RadioNodeList | null) {
  if (!(field instanceof HTMLInputElement)) return;
  field.value = "";
  // For the field itself: it does not bubble, so the form does not validate the missing file.
  field.dispatchEvent(new Event("input"));
}

function byName(failing: FieldError[]): Record<string, string> {
  return Object.fromEntries(failing.map(({ field, message }) => [field, message]));
}
