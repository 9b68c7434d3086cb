import { matchPath, useLocation } from "react-router-dom";
import { lists, paths, resources } from "~/paths";

/** A list with its query string. */
export type SearchedList = {
  path: string;
  query: string;
  /** Whether the list is the current page. */
  shown: boolean;
};

/**
 * Returns the list that the search box searches: the current one, or the list of the current record. The URL of
 * either has the filter.
 */
export function useSearchedList(): SearchedList {
  const { pathname, search: query } = useLocation();
  const known = resources.map((resource) => lists[resource].path);
  const shown = [paths.dashboard, ...known].find((path) => matchPath(path, pathname));
  if (shown) return { path: shown, query, shown: true };
  const path = known.find((each) => matchPath(`${each}/:slug`, pathname));
  return { path: path ?? paths.dashboard, query: path ? query : "", shown: false };
}
