import { type FormEvent, useState } from "react";
import type { Person } from "../../../../api/get-admins";
import { Button } from "../../../../ui/Button";
import { LabelledSelect } from "../../../../ui/list/LabelledSelect";
import styles from "./AssignForm.module.css";
import type { Staff } from "../../../session/useStaff";

type AssignFormProps = {
  /** What its button says. */
  label: string;
  /** The assignee; not given for several records, which may have several. */
  assigned?: Person | null;
  staff: Staff;
  busy: boolean;
  assign: (username: string | null) => void;
};

/** No username has a space. */
const UNKNOWN = " ";

/** Gives a record to somebody. Choosing alone does nothing, because arrow keys choose whom they pass by. */
export function AssignForm({ label, assigned, staff, busy, assign }: AssignFormProps) {
  const { me, failed, retry } = staff;
  const [choice, setChoice] = useState<string>();
  const current = assigned === undefined ? UNKNOWN : (assigned?.username ?? "");
  const shown = choice ?? current;
  // Whoever has it may be no admin any more by the time the list is there.
  const known = staff.people.some(({ username }) => username === current);
  const people = assigned && !known ? [assigned, ...staff.people] : staff.people;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
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
      <Button type="submit" tone="quiet" size="s" aria-disabled={busy}>
        {label}
      </Button>
      {me && me.username !== current && (
        <Button tone="quiet" size="s" aria-disabled={busy} onClick={() => assign(me.username)}>
          {label} to me
        </Button>
      )}
      {failed && (
        <p role="alert">
          Couldn't load teammates.{" "}
          <Button tone="quiet" size="s" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
    </form>
  );
}
