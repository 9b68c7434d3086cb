import { useLocation, useNavigate } from "react-router-dom";

/** Goes back to the list where it was left, or to its beginning for whoever came by a link. */
export function useBack(list: string): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const cameFromList = typeof (state as { list?: unknown } | null)?.list === "string";
  return () => void (cameFromList ? navigate(-1) : navigate(list));
}
