import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "../../../../router";
import { type Filter, readFilter } from "../../../../rules/filter";
import type { StaffRules } from "../../../../rules/load";
import { useStaffRules } from "../../../../rules/useRules";
import { SearchContext } from "./search-text";
import { useSearchedList } from "./useSearchedList";

/** How long nothing is typed before the server is asked, in milliseconds. */
const PAUSE = 200;

/** A text, and at which address it was typed, until a list shows it. */
type Typed = { text: string; at?: string };

/**
 * Holds what is typed into the search box until it is in the address of its list. The cached rows follow
 * each key; the address, and with it the server, the pauses between them.
 */
export function SearchProvider({ children }: { children: ReactNode }) {
  const rules = useStaffRules();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { path, query, shown } = useSearchedList();
  const { filter } = useMemo(() => readFilter(rules, query), [rules, query]);
  const { q } = filter;
  const [typed, setTyped] = useState<Typed>({ text: q });
  const [place, setPlace] = useState({ path, shown, q });
  const { text } = typed;
  const here = pathname + search;
  const asked = useMemo(() => searched(rules, filter, text), [rules, filter, text]);

  if (place.path !== path || place.shown !== shown || place.q !== q) {
    setPlace({ path, shown, q });
    // What was typed after this page was asked for stays, as does the space that the next word begins with.
    if (typed.at !== here) setTyped({ text: asked.q === q ? text : q });
  }

  const pending = shown && asked.q !== q;

  const submit = useCallback(() => {
    if (asked.q === q && (shown || q === "")) return;
    // One step back is what was there before the search, not each of its letters.
    void navigate(`${path}?${rules.writeFilter(asked)}`, { replace: shown && q !== "" });
  }, [asked, navigate, path, q, rules, shown]);

  // Another page may be on its way: the list is left then, and not searched any more.
  const settle = useCallback(() => {
    if (pending && here === currentAddress()) submit();
  }, [here, pending, submit]);

  useEffect(() => {
    const timer = setTimeout(settle, PAUSE);
    return () => clearTimeout(timer);
  }, [settle]);

  const value = useMemo(
    () => ({
      text,
      type: (next: string) => setTyped({ text: next, at: currentAddress() }),
      pending,
      submit,
      settle,
    }),
    [text, pending, submit, settle],
  );
  return <SearchContext value={value}>{children}</SearchContext>;
}

/** The address that the browser shows. It changes before the page at it is rendered. */
const currentAddress = () => location.pathname + location.search;

/** The filter with something else searched for, as the rules read it. */
function searched(rules: StaffRules, filter: Filter, text: string): Filter {
  const q = new URLSearchParams({ q: text }).toString();
  return { ...filter, q: readFilter(rules, q).filter.q, page: 1 };
}
