import type { FormName } from "@rules/public.js";
import { useEffect, useRef, useState } from "react";
import { forms } from "~/content/forms";
import { formRules } from "~/rules/metadata";
import { Button } from "~/ui/Button";
import styles from "./DraftOffer.module.css";
import { type FormDraft, joinFormDrafts, readFormDraft, writeFormDraft } from "./form-drafts";
import { useIsSending } from "./useIsSending";

const words = forms.draft;

export type DraftOfferProps = {
  form: FormName;
  /** Distinguishes the draft from those of all other forms. */
  draftKey: string;
  /** What the draft does not contain. */
  note?: string;
};

/** Saves what is typed into the form around it, and offers to restore it on the next visit. */
export function DraftOffer({ form: formName, draftKey, note }: DraftOfferProps) {
  const line = useRef<HTMLDivElement>(null);
  /** The same as `offered`, for the listener. */
  const pending = useRef<FormDraft>(undefined);
  const [offered, setOffered] = useState<FormDraft>();
  const [hasTyped, setHasTyped] = useState(false);
  const isSending = useIsSending(draftKey);

  function offer(draft: FormDraft | undefined) {
    pending.current = draft;
    setOffered(draft);
  }

  useEffect(() => {
    const form = line.current?.closest("form");
    if (!form) return;
    const save = () => {
      const typed = typedTexts(form, formName);
      // The offer is not decided yet.
      writeFormDraft(draftKey, joinFormDrafts(form, pending.current ?? {}, typed));
      setHasTyped(Object.keys(typed).length > 0);
    };
    // What is sent is kept as it is. Registered on the form, so it comes before React's listener.
    const keep = () =>
      writeFormDraft(draftKey, { ...pending.current, ...typedTexts(form, formName) });
    form.addEventListener("input", save);
    form.addEventListener("submit", keep);
    // After a form was sent, its draft is deleted, or offered where the form was left.
    const draft = isSending ? undefined : readDraft(form, formName, draftKey);
    const inputs = textInputs(form, formName);
    // Browsers restore some fields themselves.
    const isNew = inputs.some(({ name, value }) => draft?.[name] && draft[name] !== value);
    offer(isNew ? draft : undefined);
    const hasText = Object.keys(typedTexts(form, formName)).length > 0;
    setHasTyped(hasText);
    // Visitors type before the scripts have loaded. What they are sending already is saved if that fails.
    if (hasText && !isSending) save();
    return () => {
      form.removeEventListener("input", save);
      form.removeEventListener("submit", keep);
    };
  }, [formName, draftKey, isSending]);

  function decide(restored: FormDraft) {
    offer(undefined);
    const form = line.current?.closest("form");
    if (!form) return;
    const inputs = textInputs(form, formName);
    const empty = inputs.filter(({ name, value }) => restored[name] && value.trim() === "");
    // The buttons disappear, so the focus moves on.
    if (line.current?.contains(document.activeElement)) (empty[0] ?? inputs[0])?.focus();
    for (const input of empty) input.value = restored[input.name] ?? "";
    writeFormDraft(draftKey, typedTexts(form, formName));
    // Updates the character count and the errors.
    for (const input of empty) input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return (
    <div
      ref={line}
      className={styles.offer}
      hidden={!offered}
      role="group"
      aria-label={words.label}
    >
      {offered && (
        <>
          <p>
            <strong>{words.question}</strong>{" "}
            <span>{[note, hasTyped && words.filledIn].filter(Boolean).join(" ")}</span>
          </p>
          <div className={styles.decisions}>
            <Button tone="outline" size="s" onClick={() => decide(offered)}>
              {words.restore}
            </Button>
            <Button tone="quiet" size="s" onClick={() => decide({})}>
              {words.discard}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

type TextInput = HTMLInputElement | HTMLTextAreaElement;

function readDraft(form: HTMLFormElement, formName: FormName, key: string) {
  return readFormDraft(
    key,
    textInputs(form, formName).map(({ name }) => name),
  );
}

/** Returns the inputs that a visitor types into, in the order of the form's rules. */
function textInputs(form: HTMLFormElement, formName: FormName): TextInput[] {
  return formRules[formName]
    .map(({ name }) => form.elements.namedItem(name))
    .filter(
      (input): input is TextInput =>
        input instanceof HTMLTextAreaElement ||
        (input instanceof HTMLInputElement && !["hidden", "file"].includes(input.type)),
    );
}

function typedTexts(form: HTMLFormElement, formName: FormName): FormDraft {
  const inputs = textInputs(form, formName).filter(({ value }) => value.trim() !== "");
  return Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
}
