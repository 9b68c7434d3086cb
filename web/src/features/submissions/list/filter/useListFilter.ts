import { useMemo } from "react";
import { useLocation, useNavigate } from "../../../../router";
import { type Filter, readFilter } from "../../../../rules/filter";
import { useStaffRules } from "../../../../rules/useRules";

/** The filter of a list, with ways to change it. */
export type ListFilter = {
  filter: Filter;
  /** Why parts of the URL were ignored. */
  errors: readonly string[];
  /** Returns the query string of a changed filter, at its first page. */
  search: (change: Partial<Filter>) => string;
  /** Changes the filter in the URL. */
  change: (change: Partial<Filter>) => void;
};

/** Returns the filter in the URL, where it can be bookmarked and shared. */
export function useListFilter(): ListFilter {
  const rules = useStaffRules();
  const { search: query } = useLocation();
  const navigate = useNavigate();
  return useMemo(() => {
    const { filter, errors } = readFilter(rules, query);
    const changed = (from: Filter, change: Partial<Filter>) =>
      `?${rules.writeFilter({ ...from, page: 1, ...change })}`;
    return {
      filter,
      errors: errors.map(({ message }) => message),
      search: (change) => changed(filter, change),
      // The URL of the browser has earlier changes, which may not be rendered yet.
      change: (change) => void navigate(changed(readFilter(rules, location.search).filter, change)),
    };
  }, [rules, query, navigate]);
}
