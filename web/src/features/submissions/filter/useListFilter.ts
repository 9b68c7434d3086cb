import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type Filter, readFilter, writeFilter } from "../../../rules/filter";
import { useSettledStaffRules } from "../../../rules/useRules";

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

/**
 * What a list shows. It stands in the address, so that Back works and a colleague can be sent it. Nothing until
 * the rules are there that read it, or are known not to come.
 */
export function useListFilter(): ListFilter | undefined {
  const { rules, settled } = useSettledStaffRules();
  const { search: query } = useLocation();
  const navigate = useNavigate();
  return useMemo(() => {
    if (!settled) return undefined;
    const { filter, errors } = readFilter(rules, query);
    const search = (change: Partial<Filter>) =>
      `?${writeFilter(rules, { ...filter, page: 1, ...change })}`;
    return {
      filter,
      errors: errors.map(({ message }) => message),
      search,
      change: (change) => void navigate(search(change)),
    };
  }, [rules, settled, query, navigate]);
}
