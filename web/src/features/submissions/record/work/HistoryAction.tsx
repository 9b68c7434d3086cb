import type { HistoryEntry } from "../../../../api/submissions";

type HistoryActionProps = {
  entry: HistoryEntry;
  /** The name of the signed-in user. */
  me: string | undefined;
};

const phrases = {
  start: "started this",
  finish: "marked this as done",
  reopen: "reopened this",
  spam: "marked this as spam",
  not_spam: "marked this as not spam",
  note: "added a note",
  undo: "undid the last change",
};

/** Shows who did what: "Grace started this". */
export function HistoryAction({ entry, me }: HistoryActionProps) {
  const { action } = entry;
  return (
    <>
      <Actor entry={entry} me={me} />{" "}
      {action === "assign" ? <Assignment entry={entry} me={me} /> : phrases[action]}
    </>
  );
}

/** Shows who did something: "You", a name or "The system". */
export function Actor({ entry: { by }, me }: HistoryActionProps) {
  if (by === null) return "The system";
  return by === me ? "You" : <bdi>{by}</bdi>;
}

function Assignment({ entry: { by, to }, me }: HistoryActionProps) {
  if (to === null) return "unassigned this";
  if (to === by) return "self-assigned this";
  return <>assigned this to {to === me ? "you" : <bdi>{to}</bdi>}</>;
}
