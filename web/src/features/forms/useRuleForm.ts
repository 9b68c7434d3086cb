import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FieldError, FormName } from "@rules/public.js";
import type { FormValidator, RulesModule } from "../../rules/load";
import { type FieldRule, fieldRule, formRules } from "../../rules/metadata";
import { readHoneypot } from "./Honeypot";
import { ignoreRepeats } from "./ignore-repeats";
import { type FormValue, type FormValues, validateField, validateForm } from "./validate";

/** The result of sending: sent, failed with the input kept, or refused by field. */
export type Outcome =
  | { status: "sent" }
  | { status: "failed"; reason?: string | undefined }
  | { status: "refused"; fields: Readonly<Record<string, string>> };

type RuleFormOptions = {
  name: FormName;
  rules: RulesModule<FormValidator>;
  /** Unique on the page. A prefix of the fields' ids. */
  id: string;
  send: (values: FormValues) => Promise<Outcome>;
};

/**
 * Runs a form by the rules: validates all fields on submit, then each field as it changes. The
 * inputs are uncontrolled, so text that was typed before hydration is kept.
 */
export function useRuleForm({ name, rules: module, id, send }: RuleFormOptions) {
  const fields = formRules[name];
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const busy = useRef(false);
  const hasSubmitted = useRef(false);

  function refuse(form: HTMLFormElement, failing: Readonly<Record<string, string>>) {
    // Rendered before the focus moves, so that the error is announced with the field.
    flushSync(() => {
      setErrors(failing);
      setSending(false);
    });
    const first = fields.find((rule) => failing[rule.name]);
    const input = first && form.elements.namedItem(first.name);
    if (input instanceof HTMLElement) input.focus();
  }

  function settle(form: HTMLFormElement, outcome: Outcome) {
    if (outcome.status === "refused") return refuse(form, outcome.fields);
    flushSync(() => {
      setErrors({});
      setSending(false);
      if (outcome.status === "failed") setFailure(outcome.reason || undefined);
    });
    if (outcome.status === "sent") {
      hasSubmitted.current = false;
      form.reset();
    }
    // A disabled button loses the focus. Restore it for keyboard users.
    if (document.activeElement === document.body)
      submitButton(form)?.focus({ preventScroll: true });
  }

  async function submit(form: HTMLFormElement) {
    const values = readForm(form, fields);
    const rules = module.loaded() ?? (await module.within());
    hasSubmitted.current = true;
    const failing = rules ? await validateForm(rules, name, values) : [];
    // Without the rules the server validates, with the same messages.
    if (failing.length > 0) return refuse(form, byName(failing));
    settle(form, await send({ ...values, ...readHoneypot(form) }));
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setFailure(undefined);
    try {
      await submit(event.currentTarget);
    } finally {
      busy.current = false;
      setSending(false);
    }
  }

  function onInput({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    if (!hasSubmitted.current) return;
    const input = target as HTMLInputElement;
    const rule = fields.find((known) => known.name === input.name);
    if (!rule) return;
    const value = valueOf(input);
    const rules = module.loaded();
    const values = readForm(currentTarget, fields);
    const error = rules && validateField(rules, name, rule, values);
    if (!(error instanceof Promise)) return show(input.name, error);
    // Reading a file takes a moment, and another file may have been chosen since.
    void error.then((message) => valueOf(input) === value && show(input.name, message));
  }

  function show(changed: string, message: string | undefined) {
    setErrors((former) => {
      const others = Object.entries(former).filter(([other]) => other !== changed);
      return Object.fromEntries(message ? [...others, [changed, message]] : others);
    });
  }

  /** Returns the props of a field component. */
  function field(wanted: string) {
    const rule = fieldRule(fields, wanted);
    return { form: id, rule, error: errors[wanted], readOnly: sending };
  }

  const formProps = {
    ...ignoreRepeats,
    onSubmit,
    onInput,
    noValidate: true,
  };
  return { field, sending, failure, formProps };
}

function readForm(form: HTMLFormElement, fields: readonly FieldRule[]): FormValues {
  const value = (name: string) => valueOf(form.elements.namedItem(name) as HTMLInputElement);
  return Object.fromEntries(fields.map(({ name }) => [name, value(name)]));
}

function valueOf({ files, value }: HTMLInputElement): FormValue {
  return files ? (files[0] ?? "") : value;
}

function byName(failing: FieldError[]): Record<string, string> {
  return Object.fromEntries(failing.map(({ field, message }) => [field, message]));
}

function submitButton(form: HTMLFormElement) {
  return form.querySelector<HTMLButtonElement>("button[type=submit]");
}
