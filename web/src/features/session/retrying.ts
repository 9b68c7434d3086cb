import { createContext, useContext } from "react";

/** Whether the session's refresh is being retried. */
export const RetryingContext = createContext(false);

/** Returns whether the connection was lost and the session's refresh is being retried. */
export const useIsRetrying = () => useContext(RetryingContext);
