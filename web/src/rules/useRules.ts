import { useEffect, useState } from "react";
import { publicRules, type RulesModule, staffRules } from "./load";

/** The rules of the forms once they are there; asks for them when the component appears. */
export const useRules = () => useModule(publicRules);

/** The rules of the dashboard once they are there; asks for them when the component appears. */
export const useStaffRules = () => useModule(staffRules);

function useModule<T>(module: RulesModule<T>): T | undefined {
  const [rules, setRules] = useState(module.loaded);
  useEffect(() => {
    let current = true;
    module.load().then(
      (arrived) => current && setRules(() => arrived),
      // Whoever needs the rules has a way to do without them.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [module]);
  return rules;
}
