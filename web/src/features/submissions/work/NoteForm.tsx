import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import type { Person } from "../../../api/get-admins";
import type { Submission } from "../../../api/submissions";
import { actionLabel } from "../../../rules/labels";
import { useStaffRules } from "../../../rules/useRules";
import { Button } from "../../../ui/Button";
import { TextArea } from "../../../ui/form/TextArea";
import styles from "./NoteForm.module.css";
import { Refused } from "./Refused";
import { useDraft } from "./useDraft";
import type { Work } from "./useWork";

type NoteFormProps<T extends Submission> = {
  work: Work<T>;
  /** Who writes, once the server has told. */
  writer: Person | undefined;
  /** Which record the note is about. */
  about: string;
};

/** Writes something down beside a record. What was typed stays until it has been stored. */
export function NoteForm<T extends Submission>(props: NoteFormProps<T>) {
  const { work, writer, about } = props;
  const rules = useStaffRules();
  const { pending, done, refusal } = work;
  const { noteRule: rule, checkNote } = rules;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string>();
  const sending = pending?.action === "note";
  const keep = useDraft({ form, field: rule.name, writer: writer?.username ?? "", about, sending });
  const area = () => form.current?.elements.namedItem(rule.name) as HTMLTextAreaElement;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const text = area().value;
    const message = checkNote(text);
    setError(message);
    if (message) area().focus();
    else work.act({ action: "note", text });
  }

  function input() {
    keep();
    if (error) setError(checkNote(area().value));
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.repeat || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  const events = { onSubmit: submit, onInput: input, onKeyDown: sendByKey };
  return (
    <form {...events} className={styles.form} ref={form} noValidate>
      <TextArea
        form={id}
        rule={rule}
        label="Note"
        hint="Only staff can read it."
        error={error}
        readOnly={sending}
        rows={3}
      />
      {refusal?.order.action === "note" && (
        <Refused refusal={refusal} me={writer?.name} retry={work.retry} />
      )}
      <Button type="submit" size="s" tone="outline" aria-disabled={pending !== undefined}>
        {sending ? "Saving…" : actionLabel(rules, "note")}
      </Button>
      <p className="visually-hidden" role="status">
        {done?.action === "note" && "The note was added."}
      </p>
    </form>
  );
}
