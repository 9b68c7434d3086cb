import { useLocation, useNavigate } from "../../../router";

/** Goes back to the page that led here, or to the list with the record's filter where a visit begins here. */
export function useBack(list: string): () => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return () => void (isFirstPage() ? navigate(list + search) : navigate(-1));
}

/** Whether a visit of the site begins with the page in view. The router counts the pages of a visit. */
function isFirstPage(): boolean {
  const { idx = 0 } = (history.state ?? {}) as { idx?: number };
  return idx === 0;
}
