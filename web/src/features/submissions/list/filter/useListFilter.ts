import { useMemo } from "react";
import { useLocation, useNavigate } from "../../../../router";
import { type Filter, readFilter } from "../../../../rules/filter";
import { useStaffRules } from "../../../../rules/useRules";

/** What a list shows, and how it is made to show something else. */
export type ListFilter = {
  filter: Filter;
  /** Why parts of the address were left out. */
  errors: readonly string[];
  /** The query string of the same list with something else, from its first page on. */
  search: (change: Partial<Filter>) => string;
  /** Goes there. */
  change: (change: Partial<Filter>) => void;
};

/** Returns what a list shows. It is in the address, so that Back works and a link can be sent to a colleague. */
export function useListFilter(): ListFilter {
  const rules = useStaffRules();
  const { search: query } = useLocation();
  const navigate = useNavigate();
  return useMemo(() => {
    const { filter, errors } = readFilter(rules, query);
    const search = (change: Partial<Filter>) =>
      `?${rules.writeFilter({ ...filter, page: 1, ...change })}`;
    return {
      filter,
      errors: errors.map(({ message }) => message),
      search,
      change: (change) => void navigate(search(change)),
    };
  }, [rules, query, navigate]);
}
