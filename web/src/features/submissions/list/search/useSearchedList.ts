import { useLocation } from "../../../../router";
import { lists, paths, resources } from "../../../../paths";

/** A list, and what it shows. */
export type SearchedList = {
  path: string;
  query: string;
  /** Whether it is in view. */
  shown: boolean;
};

/**
 * Returns the list that is searched from here: the one in view, or the one that the record in view belongs
 * to. The address of either holds the filter.
 */
export function useSearchedList(): SearchedList {
  const { pathname, search: query } = useLocation();
  const known = resources.map((resource) => lists[resource].path);
  if (pathname === paths.dashboard || known.includes(pathname)) {
    return { path: pathname, query, shown: true };
  }
  const path = known.find((each) => pathname.startsWith(`${each}/`));
  return { path: path ?? paths.dashboard, query: path ? query : "", shown: false };
}
