import { useEffect, useState } from "react";
import { publicRules, type RulesModule, staffRules } from "./load";

/** The rules of the forms once they are there; asks for them when the component appears. */
export const useRules = () => useModule(publicRules);

/** The rules of the dashboard once they are there; asks for them when the component appears. */
export const useStaffRules = () => useModule(staffRules);

/** The rules of the dashboard, and whether it is known by now if they come. */
export function useSettledStaffRules() {
  const rules = useStaffRules();
  const [late, setLate] = useState(false);
  useEffect(() => {
    let current = true;
    void staffRules.within().then(() => current && setLate(true));
    return () => {
      current = false;
    };
  }, []);
  return { rules, settled: rules !== undefined || late };
}

/** A module of rules once it is there; asks for it when the component appears. */
export function useModule<T>(module: RulesModule<T>): T | undefined {
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
