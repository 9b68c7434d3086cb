import { createContext, useContext } from "react";

/** Whether the session is waiting for an answer to its refresh. */
export const RetryingContext = createContext(false);

/** Whether the connection was lost, and the session is retrying its refresh. */
export const useIsRetrying = () => useContext(RetryingContext);
