import { useEffect, useRef } from "react";

/** Returns a ref that is true while the component is mounted. */
export function useIsMounted() {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  return isMounted;
}
