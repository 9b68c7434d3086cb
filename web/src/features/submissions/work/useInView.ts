import { useEffect, useRef } from "react";

/** Whether the component is still on the page, for what comes to its end later. */
export function useInView() {
  const inView = useRef(false);
  useEffect(() => {
    inView.current = true;
    return () => void (inView.current = false);
  }, []);
  return inView;
}
