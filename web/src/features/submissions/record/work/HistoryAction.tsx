import type { HistoryEntry } from "../../../../api/submissions";

type HistoryActionProps = {
  entry: HistoryEntry;
  /** What the reader is called. */
  me: string | undefined;
};

const words = {
  start: "started this",
  finish: "marked this done",
  reopen: "reopened this",
  spam: "marked this as spam",
  not_spam: "said that this is not spam",
  note: "added a note",
  undo: "undid the last change",
};

/** Who did something, and what it was. */
export function HistoryAction({ entry, me }: HistoryActionProps) {
  const { action } = entry;
  return (
    <>
      <Actor entry={entry} me={me} />{" "}
      {action === "assign" ? <Assignment entry={entry} me={me} /> : words[action]}
    </>
  );
}

/** Who did something; "You" for whoever reads it. */
export function Actor({ entry: { by }, me }: HistoryActionProps) {
  if (by === null) return "The system";
  return by === me ? "You" : <bdi>{by}</bdi>;
}

function Assignment({ entry: { by, to }, me }: HistoryActionProps) {
  if (to === null) return "unassigned this";
  if (to === by) return "took this on";
  return <>assigned this to {to === me ? "you" : <bdi>{to}</bdi>}</>;
}
