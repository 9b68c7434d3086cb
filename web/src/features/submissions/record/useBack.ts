import { useLocation, useNavigate } from "react-router-dom";
import { isOpenedHere } from "../shared/opened-from";

/**
 * Returns a function that goes back to the page that opened the record, or to the list with the filter in the URL if
 * the record was opened by its address.
 */
export function useBack(list: string): () => void {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  return () => void (isOpenedHere(state) ? navigate(-1) : navigate(list + search));
}
