import { createContext, useContext } from "react";

/** The text of the search box, with its actions. */
export type SearchText = {
  text: string;
  type: (text: string) => void;
  /** Whether the current list does not show the results yet. */
  pending: boolean;
  /** Searches at once. */
  submit: () => void;
  /** Searches, unless the user is leaving the list. */
  settle: () => void;
};

/** What there is without a search box. */
export const noSearch: SearchText = {
  text: "",
  type: () => undefined,
  pending: false,
  submit: () => undefined,
  settle: () => undefined,
};

/** Shares the text of the search box with the list. */
export const SearchContext = createContext(noSearch);

/** Returns the text of the search box; empty if there is no search box. */
export const useSearchText = () => useContext(SearchContext);
