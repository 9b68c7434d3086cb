import type { FormerPerson, HistoryEntry } from "~/api/submissions";
import { isAccount } from "~/features/submissions/shared/history-person";

type HistoryActionProps = {
  entry: HistoryEntry;
  /** The username of the signed-in user. */
  me: string | undefined;
};

const phrases = {
  start: "started this",
  finish: "marked this as done",
  reopen: "reopened this",
  spam: "marked this as spam",
  not_spam: "marked this as not spam",
  note: "added a note",
};

/** What an undo took back. */
const undonePhrases = {
  start: "undid starting this",
  finish: "undid marking this as done",
  reopen: "undid reopening this",
  spam: "undid marking this as spam",
  not_spam: "undid marking this as not spam",
};

/** Shows who did what: "Grace started this". */
export function HistoryAction({ entry, me }: HistoryActionProps) {
  return (
    // Replaced as a whole once the user is known: a translator of the browser replaces the texts in it.
    <span key={me}>
      <Actor entry={entry} me={me} /> <Phrase entry={entry} me={me} />
    </span>
  );
}

function Phrase({ entry, me }: HistoryActionProps) {
  const { action, undone } = entry;
  if (action === "assign") return <Assignment entry={entry} me={me} />;
  if (action !== "undo") return phrases[action];
  if (undone === "assign") return <UndoneAssignment entry={entry} me={me} />;
  // Unknown for the states of a newer release.
  if (!undone || undone === "note" || undone === "undo") return "undid the last change";
  return undonePhrases[undone];
}

/** Shows who did something: "You", a name or "The system". */
export function Actor({ entry: { by }, me }: HistoryActionProps) {
  return <bdi>{by === null ? "The system" : isAccount(by, me) ? "You" : by.name}</bdi>;
}

function Assignment({ entry: { by, to }, me }: HistoryActionProps) {
  const assignee = personOf(to);
  if (!assignee) return "unassigned this";
  if (isSame(assignee, by)) return "self-assigned this";
  return (
    <>
      assigned this to <Assignee person={assignee} me={me} />
    </>
  );
}

/** The undone assignment was to the assignee before the undo. */
function UndoneAssignment({ entry: { by, from }, me }: HistoryActionProps) {
  const assignee = personOf(from);
  if (!assignee) return "undid unassigning this";
  if (isSame(assignee, by)) return "undid self-assigning this";
  return (
    <>
      undid assigning this to <Assignee person={assignee} me={me} />
    </>
  );
}

function Assignee({ person, me }: { person: FormerPerson; me: string | undefined }) {
  return <bdi>{isAccount(person, me) ? "you" : person.name}</bdi>;
}

/** Returns the assignee before or after an event; null for nobody, and for a state. */
const personOf = (side: HistoryEntry["from"]) => (typeof side === "string" ? null : side);

/** Returns whether two persons of one event are the same account. Removed accounts have only their names. */
function isSame(one: FormerPerson, other: FormerPerson | null): boolean {
  return one.username === other?.username && (one.username !== null || one.name === other.name);
}
