import type { HistoryEntry, HistoryPerson } from "~/api/submissions";
import { isAccount, personName } from "~/features/submissions/shared/history-person";

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
  // A server of an older release does not say what was undone.
  if (!undone || undone === "note" || undone === "undo") return "undid the last change";
  return undonePhrases[undone];
}

/** Shows who did something: "You", a name or "The system". */
export function Actor({ entry: { by }, me }: HistoryActionProps) {
  return <bdi>{by === null ? "The system" : isAccount(by, me) ? "You" : personName(by)}</bdi>;
}

function Assignment({ entry: { by, to }, me }: HistoryActionProps) {
  if (to === null) return "unassigned this";
  if (isSame(to, by)) return "self-assigned this";
  return (
    <>
      assigned this to <Assignee person={to} me={me} />
    </>
  );
}

/** The undone assignment was to the assignee before the undo. */
function UndoneAssignment({ entry: { by, from }, me }: HistoryActionProps) {
  if (from === null) return "undid unassigning this";
  if (isSame(from, by)) return "undid self-assigning this";
  return (
    <>
      undid assigning this to <Assignee person={from} me={me} />
    </>
  );
}

function Assignee({ person, me }: { person: HistoryPerson; me: string | undefined }) {
  return <bdi>{isAccount(person, me) ? "you" : personName(person)}</bdi>;
}

/** Returns whether two persons of one event are the same account. Removed accounts have only their names. */
function isSame(one: HistoryPerson, other: HistoryPerson | null): boolean {
  if (other === null || typeof one === "string" || typeof other === "string") return one === other;
  return one.username === other.username && (one.username !== null || one.name === other.name);
}
