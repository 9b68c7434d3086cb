import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readFilter } from "~/rules/filter";
import type { StaffRules } from "~/rules/load";
import { useStaffRules } from "~/rules/useRules";
import { latestQuery } from "../filter/useListFilter";
import { SearchContext } from "~/features/submissions/shared/search-text";
import { useSearchedList } from "./useSearchedList";

/** Pause in typing after which the server is queried, in milliseconds. */
const DEBOUNCE_MS = 200;

/** A text, and the URL at which it was typed. */
type Typed = { text: string; at?: string };

/**
 * Provides the text of the search box. Cached rows are filtered at each key. The URL changes, and the server is
 * queried, after a pause in typing.
 */
export function SearchProvider({ children }: { children: ReactNode }) {
  const rules = useStaffRules();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { path, query, shown } = useSearchedList();
  const { q } = useMemo(() => readFilter(rules, query).filter, [rules, query]);
  const [typed, setTyped] = useState<Typed>({ text: q });
  const [place, setPlace] = useState({ path, shown, q });
  const { text } = typed;
  const here = pathname + search;
  const requested = useMemo(() => normalizeText(rules, text), [rules, text]);

  if (place.path !== path || place.shown !== shown || place.q !== q) {
    setPlace({ path, shown, q });
    // Keeps what was typed since the navigation, and a space at the end.
    if (typed.at !== here) setTyped({ text: requested === q ? text : q });
  }

  const pending = shown && requested !== q;

  const submit = useCallback(() => {
    if (requested === q && (shown || q === "")) return;
    const latest = readFilter(rules, latestQuery(path, query)).filter;
    const searched = rules.writeFilter({ ...latest, q: requested, page: 1 });
    // Back leads to the page before the search, not to each letter.
    void navigate(`${path}?${searched}`, { replace: shown && q !== "" });
  }, [requested, navigate, path, q, query, rules, shown]);

  // If another page is loading, the user is leaving the list.
  const settle = useCallback(() => {
    if (pending && here === currentAddress()) submit();
  }, [here, pending, submit]);

  useEffect(() => {
    const timer = setTimeout(settle, DEBOUNCE_MS);
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

/** Returns the URL of the browser. It changes before the page is rendered. */
const currentAddress = () => location.pathname + location.search;

/** Returns a search text as the rules read it from a URL. */
function normalizeText(rules: StaffRules, text: string): string {
  return readFilter(rules, new URLSearchParams({ q: text }).toString()).filter.q;
}
