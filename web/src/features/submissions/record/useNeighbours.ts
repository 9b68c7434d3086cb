import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Neighbours, Submission } from "~/api/submissions";
import { recordPath } from "~/paths";
import { readFilter } from "~/rules/filter";
import { useStaffRules } from "~/rules/useRules";
import { useLocation, useNavigate } from "react-router-dom";
import type { SubmissionKind } from "../kinds/kind";
import { isFromList } from "../shared/opened-from";

export type Direction = keyof Neighbours;

/** Navigation to the previous and the next record of the list in the URL. */
export type NeighbourNavigation = {
  /** The paths of the two records, if known and if they exist. */
  paths: Partial<Record<Direction, string | null | undefined>>;
  /** The link that opened this record. The same one has the focus here, to be pressed again. */
  pressed: Direction | undefined;
  press: (direction?: Direction) => void;
  /** Opens one of them, as soon as its path is known. Several calls open the one as many steps away. */
  go: (direction: Direction) => void;
  /** Opens the next record, or the list after the last one. Does nothing if the record was not opened from a list. */
  leave: () => void;
};

type NeighbourOptions = {
  /** Whether the record is shown as part of its list. */
  enabled: boolean;
  /** Goes back to the list. */
  back: () => void;
};

/**
 * Navigates between the records of a list. Each record replaces the previous one in the history, so that Back leads to
 * the list.
 */
export function useNeighbours<T extends Submission>(
  { list, queries }: SubmissionKind<T>,
  slug: string,
  { enabled, back }: NeighbourOptions,
): NeighbourNavigation {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const { filter } = readFilter(useStaffRules(), search);
  const fromList = enabled && (search !== "" || isFromList(state));
  const { data, isFetching, failureCount } = useQuery({
    ...queries.neighbours(slug, filter),
    enabled,
  });
  const paths = {
    previous: data?.previous && recordPath(list, data.previous, search),
    next: data?.next && recordPath(list, data.next, search),
  };

  /** Steps that were asked for, forwards or backwards, and what the last one does without a neighbor. */
  const steps = useRef({ count: 0, backAtEnd: false });
  const [pressed, setPressed] = useState<{ on: string; direction: Direction }>();
  /** The record that was left last. The next one is rendered later. */
  const left = useRef<string>(undefined);

  // A key that is pressed before a neighbor is known waits for it, unless the call fails.
  const isAwaited = isFetching && failureCount === 0;
  function walk() {
    const { count, backAtEnd } = steps.current;
    const path = count > 0 ? paths.next : paths.previous;
    if (count === 0 || left.current === slug || (isAwaited && !path)) return;
    if (path) {
      steps.current.count -= Math.sign(count);
      left.current = slug;
      void navigate(path, { replace: true, state });
    } else {
      steps.current = { count: 0, backAtEnd: false };
      if (backAtEnd && data) back();
    }
  }
  const arrive = useEffectEvent(() => {
    if (left.current !== slug) left.current = undefined;
    walk();
  });
  useEffect(() => arrive(), [isAwaited, slug]);

  function go(direction: Direction, backAtEnd = false) {
    const count = steps.current.count + (direction === "next" ? 1 : -1);
    steps.current = { count, backAtEnd };
    setPressed(undefined);
    walk();
  }

  return {
    paths,
    pressed: pressed?.on === slug ? undefined : pressed?.direction,
    press: (direction) => setPressed(direction && { on: slug, direction }),
    go,
    leave: () => fromList && go("next", true),
  };
}
