import { useRef, useState } from "react";
import type { Submission } from "~/api/submissions";

/** The rows of a page that the user has selected. */
export type Selection<T extends Submission> = {
  selected: readonly T[];
  has: (slug: string) => boolean;
  /** Selects or deselects a row; with `range`, all rows from the last one to it. */
  toggle: (slug: string, range?: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
  /** Deselects rows, and keeps what has been selected since. */
  deselect: (slugs: readonly string[]) => void;
};

const NONE: ReadonlySet<string> = new Set();

/** Returns the selection of a page. `page` identifies it: another page begins with no selection. */
export function useSelection<T extends Submission>(rows: readonly T[], page: string): Selection<T> {
  const [state, setState] = useState({ page, slugs: NONE });
  const last = useRef<string>(undefined);
  const slugs = state.page === page ? state.slugs : NONE;
  const selected = rows.filter(({ slug }) => slugs.has(slug));

  const select = (next: Iterable<string>) => setState({ page, slugs: new Set(next) });

  function toggle(slug: string, range = false) {
    const places = [last.current, slug].map((each) => rows.findIndex((row) => row.slug === each));
    const [from, to] = [Math.min(...places), Math.max(...places)];
    const isRange = range && from >= 0;
    const changed = isRange ? rows.slice(from, to + 1).map((row) => row.slug) : [slug];
    const next = new Set(slugs);
    for (const each of changed) {
      if (slugs.has(slug)) next.delete(each);
      else next.add(each);
    }
    last.current = slug;
    select(next);
  }

  return {
    selected,
    has: (slug) => slugs.has(slug),
    toggle,
    toggleAll: () => select(selected.length === rows.length ? [] : rows.map(({ slug }) => slug)),
    clear: () => select([]),
    deselect: (gone) =>
      setState((now) => ({
        ...now,
        slugs: new Set([...now.slugs].filter((slug) => !gone.includes(slug))),
      })),
  };
}
