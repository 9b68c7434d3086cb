import { type Dispatch, type SetStateAction, useState } from "react";
import { useLocation } from "react-router-dom";

/** Returns whether a menu is open, and its setter. Navigation closes the menu. */
export function useOpenOnPage(): [boolean, Dispatch<SetStateAction<boolean>>] {
  const { key } = useLocation();
  const [open, setOpen] = useState(false);
  const [page, setPage] = useState(key);
  if (page !== key) {
    setPage(key);
    setOpen(false);
  }
  return [open, setOpen];
}
