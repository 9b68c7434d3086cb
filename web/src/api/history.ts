import type { HistoryPage } from "./submissions";

/**
 * Returns a record as the server answered, with the older events that are known already in front of its last
 * ones. Where the two do not overlap, events between them are unknown, and the older ones are dropped.
 */
export function keepOlderHistory<T extends HistoryPage>(known: T | undefined, answer: T): T {
  const first = answer.history?.[0];
  const older = known?.history?.findIndex(({ at }) => at === first?.at) ?? -1;
  if (!known || older < 1) return answer;
  const history = [...known.history.slice(0, older), ...answer.history];
  return { ...answer, history, history_before: known.history_before };
}

/** Returns a record with a page of older events in front, unless its events begin elsewhere by now. */
export function addOlderHistory<T extends HistoryPage>(
  record: T,
  before: number,
  { history, history_before }: HistoryPage,
): T {
  if (record.history_before !== before) return record;
  return { ...record, history: [...history, ...record.history], history_before };
}
