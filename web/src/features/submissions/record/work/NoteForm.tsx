import {
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Person } from "~/api/staff";
import {
  adoptNoteDrafts,
  onNoteDraftsChange,
  readNoteDraft,
  writeNoteDraft,
} from "~/features/session/note-drafts";
import { actionLabel } from "~/rules/labels";
import { useStaffRules } from "~/rules/useRules";
import { Button } from "~/ui/Button";
import { CharacterCount } from "~/ui/form/CharacterCount";
import { FieldFrame, inputProps } from "~/ui/form/FieldFrame";
import { useShortcuts } from "~/ui/keys/useShortcuts";
import styles from "./NoteForm.module.css";
import { ConflictNotice } from "./ConflictNotice";
import type { RecordActions } from "./useRecordActions";

type NoteFormProps = {
  actions: RecordActions;
  /** The signed-in admin, once known. */
  writer: Person | undefined;
  /** Identifies the record. */
  about: string;
};

/** Adds a note to a record. Keeps a draft until the note is saved. */
export function NoteForm({ actions, writer, about }: NoteFormProps) {
  const rules = useStaffRules();
  const { pending, done, refusal } = actions;
  const { noteRule: rule, checkNote } = rules;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const [isQueued, setIsQueued] = useState(false);
  const isSending = pending?.action === "note";
  const [draft, setDraft] = useNoteDraft(writer?.username ?? "", about);
  // A note that is being saved is shown in the history.
  const text = isSending ? "" : draft;

  useShortcuts({ note: () => area.current?.focus() });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending || isQueued) return;
    const message = checkNote(text);
    setError(message);
    if (message) {
      area.current?.focus();
      return;
    }
    if (pending) {
      setIsQueued(true);
      const succeeded = await actions.settled();
      setIsQueued(false);
      // The user first reads why the action was refused. The note stays in the field.
      if (!succeeded) return;
    }
    actions.act({ action: "note", text });
  }

  function change(event: ChangeEvent<HTMLTextAreaElement>) {
    setDraft(event.target.value);
    if (error) setError(checkNote(event.target.value));
  }

  const field = {
    form: id,
    rule,
    label: "Note",
    hint: "Only staff can read it.",
    error,
    readOnly: isSending || isQueued,
  };
  const count = <CharacterCount count={rules.countCharacters(text)} max={rule.max} />;
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
      <FieldFrame {...field} aside={count}>
        <textarea
          {...inputProps(field)}
          ref={area}
          value={text}
          onChange={change}
          onKeyDown={submitOnCtrlEnter}
          rows={3}
          dir="auto"
        />
      </FieldFrame>
      {refusal?.request.action === "note" && (
        <ConflictNotice
          refusal={refusal}
          me={writer?.username}
          // The text may have been edited since.
          retry={() => area.current?.form?.requestSubmit()}
        />
      )}
      <Button type="submit" size="s" tone="outline" busy={isSending || isQueued}>
        {isSending || isQueued ? "Saving…" : actionLabel(rules, "note")}
      </Button>
      <p className="visually-hidden" role="status">
        {done?.action === "note" && "Note added."}
      </p>
    </form>
  );
}

/**
 * Returns the draft of a text, and a function that changes it.
 *
 * @param writer The username of the writer; empty until it is known.
 * @param about Identifies the record.
 */
function useNoteDraft(writer: string, about: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(
    onNoteDraftsChange,
    // Text that was typed before the writer was known belongs to the writer.
    () => readNoteDraft("", about) || readNoteDraft(writer, about),
  );
  useEffect(() => {
    if (writer) adoptNoteDrafts(writer);
  }, [writer]);
  return [text, (next) => writeNoteDraft(writer, about, next)];
}

/** Submits the form on Ctrl+Enter or Cmd+Enter. */
function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || event.repeat || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
