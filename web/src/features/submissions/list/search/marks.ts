import { createContext, useContext } from "react";

/** What is searched for, for the texts that are to show where they have it. */
export const MarksContext = createContext("");

/** What is searched for. */
export const useMarks = () => useContext(MarksContext);
