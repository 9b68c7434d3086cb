/** The history state of a record: which page of this visit opened it. */
type OpenedFrom = { openedFrom: "list" | "record" };

/** The state of a link in a list. A list without a filter has no query string. */
export const FROM_LIST: OpenedFrom = { openedFrom: "list" };

/** The state of a link in another record. */
export const FROM_RECORD: OpenedFrom = { openedFrom: "record" };

function openedFrom(state: unknown) {
  return (state as Partial<OpenedFrom> | null)?.openedFrom;
}

/** Returns whether a record was opened from a list. */
export function isFromList(state: unknown): boolean {
  return openedFrom(state) === "list";
}

/** Returns whether a record was opened by a link, so that there is a page to go back to. */
export function isOpenedHere(state: unknown): boolean {
  return openedFrom(state) !== undefined;
}
