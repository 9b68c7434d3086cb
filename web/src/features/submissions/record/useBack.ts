import { useLocation, useNavigate } from "../../../router";

/** Returns a function that goes back in the history, or to the list with the filter in the URL if there is none. */
export function useBack(list: string): () => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return () => void (isFirstPage() ? navigate(list + search) : navigate(-1));
}

/** Returns whether this is the first page of the visit, by the router's history index. */
function isFirstPage(): boolean {
  const { idx = 0 } = (history.state ?? {}) as { idx?: number };
  return idx === 0;
}
