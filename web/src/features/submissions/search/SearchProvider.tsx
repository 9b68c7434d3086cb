import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { type Filter, readFilter, writeFilter } from "../../../rules/filter";
import { useStaffRules } from "../../../rules/useRules";
import { SearchContext } from "./search-text";
import { useSearchedList } from "./useSearchedList";

/** How long nothing is typed before the server is asked, in milliseconds. */
const PAUSE = 200;

/**
 * Holds what is typed into the search box until it stands in the address of its list. The rows at hand follow
 * each key; the address, and with it the server, the pauses between them.
 */
export function SearchProvider({ children }: { children: ReactNode }) {
  const rules = useStaffRules();
  const navigate = useNavigate();
  const { path, query, shown } = useSearchedList();
  const { filter } = useMemo(() => readFilter(rules, query), [rules, query]);
  const { q } = filter;
  const [text, type] = useState(q);
  const [place, setPlace] = useState({ path, shown, q });
  const [written, setWritten] = useState<string>();

  if (place.path !== path || place.shown !== shown || place.q !== q) {
    setPlace({ path, shown, q });
    // What was typed here comes back from the address without the space that the next word begins with.
    if (q === written) setWritten(undefined);
    else type(q);
  }

  const asked = useMemo(() => searched(rules, filter, text), [rules, filter, text]);
  const pending = shown && asked.q !== q;

  const submit = useCallback(() => {
    if (asked.q === q && (shown || q === "")) return;
    setWritten(asked.q);
    // One step back is what was there before the search, not each of its letters.
    void navigate(`${path}?${writeFilter(rules, asked)}`, { replace: shown && q !== "" });
  }, [asked, navigate, path, q, rules, shown]);

  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(submit, PAUSE);
    return () => clearTimeout(timer);
  }, [pending, submit]);

  const value = useMemo(() => ({ text, type, pending, submit }), [text, pending, submit]);
  return <SearchContext value={value}>{children}</SearchContext>;
}

/** The filter with something else searched for, as the rules read it. */
function searched(rules: Parameters<typeof readFilter>[0], filter: Filter, text: string): Filter {
  const q = new URLSearchParams({ q: text }).toString();
  return { ...filter, q: readFilter(rules, q).filter.q, page: 1 };
}
