import { useEffect, useState } from "react";
import { loadedRules, loadRules, type Rules } from "./load";

/** The rules once they are there; asks for them when the component appears. */
export function useRules(): Rules | undefined {
  const [rules, setRules] = useState(loadedRules);
  useEffect(() => {
    let current = true;
    loadRules().then(
      (module) => current && setRules(() => module),
      // Whoever needs the rules has a way to do without them.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);
  return rules;
}
