import { type FormEvent, useState } from "react";
import type { Person } from "~/api/staff";
import { Button } from "~/ui/Button";
import { RetryButton } from "~/ui/RetryButton";
import { LabelledSelect } from "~/ui/list/LabelledSelect";
import styles from "./AssignForm.module.css";
import type { Staff } from "~/features/session/useStaff";

type AssignFormProps = {
  /** The label of the button. */
  label: string;
  /** The assignee; undefined for several records. */
  assigned?: Person | null;
  staff: Staff;
  busy: boolean;
  assign: (username: string | null) => void;
};

/** The value of "Choose…". No username has a space. */
const UNKNOWN = " ";

/** Assigns records. The button submits the choice, because arrow keys change it at each press. */
export function AssignForm({ label, assigned, staff, busy, assign }: AssignFormProps) {
  const { me, failed, retry } = staff;
  const [choice, setChoice] = useState<string>();
  const current = assigned === undefined ? UNKNOWN : (assigned?.username ?? "");
  const shown = choice ?? current;
  // The assignee may no longer be an admin.
  const known = staff.people.some(({ username }) => username === current);
  const people = assigned && !known ? [assigned, ...staff.people] : staff.people;

  function submit(event: FormEvent) {
    event.preventDefault();
    setChoice(undefined);
    if (shown !== current) assign(shown || null);
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <LabelledSelect
        label="Assign to"
        value={shown}
        options={[
          ...(current === UNKNOWN ? [{ value: UNKNOWN, label: "Choose…" }] : []),
          { value: "", label: "Unassigned" },
          ...people.map(({ username, name }) => ({
            value: username,
            label: username === me?.username ? `${name} (you)` : name,
          })),
        ]}
        onChange={setChoice}
      />
      <Button type="submit" tone="quiet" size="s" busy={busy}>
        {label}
      </Button>
      {me && me.username !== current && (
        <Button tone="quiet" size="s" busy={busy} onClick={() => assign(me.username)}>
          {label} to me
        </Button>
      )}
      {failed && (
        <p role="alert">
          Couldn't load teammates. <RetryButton tone="quiet" size="s" retry={retry} />
        </p>
      )}
    </form>
  );
}
