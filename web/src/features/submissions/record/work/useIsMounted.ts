import { useEffect, useRef } from "react";

/** Whether the component is still on the page, for what comes to its end later. */
export function useIsMounted() {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  return isMounted;
}
