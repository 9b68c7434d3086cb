import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Neighbours, Submission } from "../../../api/submissions";
import { recordPath } from "../../../paths";
import { readFilter } from "../../../rules/filter";
import { useStaffRules } from "../../../rules/useRules";
import { useLocation, useNavigate } from "../../../router";
import type { SubmissionKind } from "../kinds/kind";

export type Direction = keyof Neighbours;

/** The state of the address of a record that was opened from a list. A list without a filter leaves no query in it. */
export const FROM_LIST = { fromList: true };

/** The records before and after one, in the list that its address names. */
export type NeighbourNavigation = {
  /** The addresses of the two, where there are any. */
  paths: Partial<Record<Direction, string | null | undefined>>;
  /** Goes to one of them, as soon as it is known. */
  go: (direction: Direction) => void;
  /** Goes to the next record, or after the last one to the list, unless the record was not opened from a list. */
  leave: () => void;
};

/**
 * Navigates between the records of a list. Each takes the place of the one before it, so that Back still leads to the
 * list.
 *
 * @param back Goes back to the list.
 */
export function useNeighbours<T extends Submission>(
  { list, queries }: SubmissionKind<T>,
  slug: string,
  back: () => void,
): NeighbourNavigation {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { filter } = readFilter(useStaffRules(), search);
  const inDashboard = pathname.startsWith(`${list.path}/`);
  const fromList = inDashboard && (search !== "" || isFromList(state));
  const { data, isFetching, failureCount } = useQuery({
    ...queries.neighbours(slug, filter),
    enabled: inDashboard,
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

  // A key that is pressed before a neighbour is known waits for it, unless the call fails.
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

function isFromList(state: unknown): boolean {
  return (state as typeof FROM_LIST | null)?.fromList === true;
}
