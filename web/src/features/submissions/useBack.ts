import { useLocation, useNavigate } from "react-router-dom";
import { listOfState } from "./search/useSearchedList";

/** Goes back to the list where it was left, or to its beginning for whoever came by a link. */
export function useBack(list: string): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return () => void (listOfState(state) === undefined ? navigate(list) : navigate(-1));
}
