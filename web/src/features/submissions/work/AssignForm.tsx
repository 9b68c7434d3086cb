import { type FormEvent, useState } from "react";
import type { Person } from "../../../api/get-admins";
import { Button } from "../../../ui/Button";
import styles from "./AssignForm.module.css";
import type { Staff } from "./useStaff";

type AssignFormProps = {
  /** What its button says. */
  label: string;
  assigned: Person | null;
  staff: Staff;
  busy: boolean;
  assign: (username: string | null) => void;
};

/** Gives a record to somebody. Choosing alone does nothing, because arrow keys choose whom they pass by. */
export function AssignForm({ label, assigned, staff, busy, assign }: AssignFormProps) {
  const { me, people, failed, retry } = staff;
  const [choice, setChoice] = useState<string>();
  const current = assigned?.username ?? "";
  const shown = choice ?? current;
  // Whoever has it may be no admin any more by the time the list is there.
  const known = people.some(({ username }) => username === current);
  const options = assigned && !known ? [assigned, ...people] : people;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setChoice(undefined);
    if (shown !== current) assign(shown || null);
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <label className={styles.label}>
        Assign to
        <select
          className={styles.select}
          value={shown}
          onChange={(event) => setChoice(event.target.value)}
        >
          <option value="">Nobody</option>
          {options.map(({ username, name }) => (
            <option key={username} value={username} dir="auto">
              {username === me?.username ? `${name} (you)` : name}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" tone="quiet" size="s" aria-disabled={busy}>
        {label}
      </Button>
      {me && me.username !== current && (
        <Button tone="quiet" size="s" aria-disabled={busy} onClick={() => assign(me.username)}>
          {label} to me
        </Button>
      )}
      {failed && (
        <p className={styles.failed} role="alert">
          The people to choose from could not be loaded.{" "}
          <Button tone="quiet" size="s" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
    </form>
  );
}
