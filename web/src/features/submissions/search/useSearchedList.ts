import { useLocation } from "react-router-dom";
import { lists, resources } from "../../../content/stored-forms";
import { paths } from "../../../paths";

/** A list, and what it shows. */
export type SearchedList = {
  path: string;
  query: string;
  /** Whether it is in view. */
  shown: boolean;
};

/** The list that is searched from here: the one in view, or the one that the record in view belongs to. */
export function useSearchedList(): SearchedList {
  const { pathname, search, state } = useLocation();
  const known = resources.map((resource) => lists[resource].path);
  if (pathname === paths.dashboard || known.includes(pathname)) {
    return { path: pathname, query: search, shown: true };
  }
  const [path, query = ""] = (listOfState(state) ?? "").split("?");
  const own = known.find((each) => pathname.startsWith(`${each}/`));
  return { path: path || own || paths.dashboard, query, shown: false };
}

/** The list from which somebody came to a record, with what it showed. */
export function listOfState(state: unknown): string | undefined {
  const { list } = (state ?? {}) as { list?: unknown };
  return typeof list === "string" ? list : undefined;
}
