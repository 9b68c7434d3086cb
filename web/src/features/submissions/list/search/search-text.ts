import { createContext, useContext } from "react";

/** What stands in the search box. */
export type SearchText = {
  text: string;
  type: (text: string) => void;
  /** Whether the list in view does not show it yet, because it is being typed. */
  pending: boolean;
  /** Has a list show it, at once. */
  submit: () => void;
  /** Has the list in view show it, unless that is being left. */
  settle: () => void;
};

const nowhere: SearchText = {
  text: "",
  type: () => undefined,
  pending: false,
  submit: () => undefined,
  settle: () => undefined,
};

/** Where the search box leaves its text for the list beside it. */
export const SearchContext = createContext(nowhere);

/** What stands in the search box; nothing where there is none. */
export const useSearchText = () => useContext(SearchContext);
