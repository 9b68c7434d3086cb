import { useEffect, useState } from "react";

/** Returns an index that cycles through `count` values, one every `delay` milliseconds. */
export function useRotation(count: number, delay: number, running: boolean): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setStep((now) => (now + 1) % count), delay);
    return () => clearInterval(timer);
  }, [count, delay, running]);
  return step;
}
