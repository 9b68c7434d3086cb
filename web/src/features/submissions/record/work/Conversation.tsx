import { useId } from "react";
import type { Detail, Submission } from "~/api/submissions";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";
import styles from "./Conversation.module.css";
import { History } from "./History";
import { NoteForm } from "./NoteForm";
import { useOlderHistory } from "./useOlderHistory";
import type { Staff } from "~/features/session/useStaff";
import type { RecordActions } from "./useRecordActions";

type ConversationProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  record: Detail<T>;
  /** Identifies the record. */
  about: string;
  staff: Staff;
  actions: RecordActions;
};

/** Shows the notes and the history of a record, with the form for a new note. */
export function Conversation<T extends Submission>(props: ConversationProps<T>) {
  const { kind, record, about, staff, actions } = props;
  const heading = useId();
  const older = useOlderHistory(kind, record);
  return (
    <section className={styles.conversation} aria-labelledby={heading}>
      <h2 id={heading}>Notes and history</h2>
      <History
        entries={record.history}
        older={older}
        received={record.submitted_at}
        me={staff.me?.username}
        labelledBy={heading}
      />
      <NoteForm actions={actions} writer={staff.me} about={about} />
    </section>
  );
}
