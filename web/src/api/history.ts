import type { HistoryPage } from "./submissions";

/**
 * Merges a fresh record with older events that are already loaded. Drops the older events if there
 * is a gap between them.
 */
export function keepOlderHistory<T extends HistoryPage>(known: T | undefined, fresh: T): T {
  const first = fresh.history?.[0];
  const older = known?.history?.findIndex(({ at }) => at === first?.at) ?? -1;
  if (!known || older < 1) return fresh;
  const history = [...known.history.slice(0, older), ...fresh.history];
  return { ...fresh, history, history_before: known.history_before };
}

/** Prepends a batch of older events to a record, unless its first event has changed since. */
export function addOlderHistory<T extends HistoryPage>(
  record: T,
  before: number,
  { history, history_before }: HistoryPage,
): T {
  if (record.history_before !== before) return record;
  return { ...record, history: [...history, ...record.history], history_before };
}
