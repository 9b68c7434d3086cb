import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type Filter, readFilter } from "~/rules/filter";
import { useStaffRules } from "~/rules/useRules";

/** The filter of a list, with ways to change it. */
export type ListFilter = {
  filter: Filter;
  /** Why parts of the URL were ignored. */
  errors: readonly string[];
  /** Returns the query string of a changed filter, at its first page. */
  search: (change: Partial<Filter>) => string;
  /** Changes the filter in the URL, in a new history entry unless it replaces the last one. */
  change: (change: Partial<Filter>, options?: { replace: boolean }) => void;
};

/** Returns the filter in the URL, where it can be bookmarked and shared. */
export function useListFilter(): ListFilter {
  const rules = useStaffRules();
  const { pathname, search: query } = useLocation();
  const navigate = useNavigate();
  return useMemo(() => {
    const { filter, errors } = readFilter(rules, query);
    const searchFrom = (start: Filter, change: Partial<Filter>) =>
      `?${rules.writeFilter({ ...start, page: 1, ...change })}`;
    return {
      filter,
      errors: errors.map(({ message }) => message),
      search: (change) => searchFrom(filter, change),
      change(change, options) {
        const latest = readFilter(rules, latestQuery(pathname, query)).filter;
        void navigate(searchFrom(latest, change), options);
      },
    };
  }, [rules, pathname, query, navigate]);
}

/**
 * Returns the query string of a list in the browser's URL, which has earlier changes before they are rendered. Returns
 * the rendered one while another page is loading.
 */
export const latestQuery = (path: string, rendered: string) =>
  location.pathname === path ? location.search : rendered;
