import { createContext, useContext } from "react";

/** Provides the search text to be highlighted. */
export const MarksContext = createContext("");

/** Returns the search text to be highlighted. */
export const useMarks = () => useContext(MarksContext);
