import type { HistoryEntry } from "../../../api/submissions";

type DeedProps = {
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
};

/** Who did something, and what it was. */
export function Deed({ entry, me }: DeedProps) {
  const { action } = entry;
  return (
    <>
      <Doer entry={entry} me={me} />{" "}
      {action === "assign" ? <Assignment entry={entry} me={me} /> : words[action]}
    </>
  );
}

/** Who did something; "You" for whoever reads it. */
export function Doer({ entry: { by }, me }: DeedProps) {
  if (by === null) return "The system";
  return by === me ? "You" : <bdi>{by}</bdi>;
}

function Assignment({ entry: { by, to }, me }: DeedProps) {
  if (to === null) return "assigned this to nobody";
  if (to === by) return "took this on";
  return <>assigned this to {to === me ? "you" : <bdi>{to}</bdi>}</>;
}
