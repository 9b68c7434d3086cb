import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
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
  /** Opens one of them, as soon as its path is known. */
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
  const wanted = useRef<Direction | "leave">(undefined);
  const paths = {
    previous: data?.previous && recordPath(list, data.previous, search),
    next: data?.next && recordPath(list, data.next, search),
  };

  const pathTo = (direction: Direction | "leave") =>
    paths[direction === "leave" ? "next" : direction];

  function follow(direction: Direction | "leave") {
    const path = pathTo(direction);
    if (path) void navigate(path, { replace: true, state });
    else if (direction === "leave" && data) back();
  }

  // A key that is pressed before a neighbor is known waits for it, unless the call fails.
  const isAwaited = isFetching && failureCount === 0;
  function go(direction: Direction | "leave") {
    if (isAwaited && !pathTo(direction)) wanted.current = direction;
    else follow(direction);
  }
  const arrive = useEffectEvent(() => {
    if (wanted.current) follow(wanted.current);
    wanted.current = undefined;
  });
  useEffect(() => {
    if (!isAwaited) arrive();
  }, [isAwaited]);

  return { paths, go, leave: () => fromList && go("leave") };
}
