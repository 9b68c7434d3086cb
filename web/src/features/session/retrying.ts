import { createContext, useContext } from "react";

/** The context of `useRetrying`. */
export const RetryingContext = createContext(false);

/** Returns whether the connection was lost and the session's refresh is being retried. */
export const useIsRetrying = () => useContext(RetryingContext);
