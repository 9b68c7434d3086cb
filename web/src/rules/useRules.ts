import { createContext, useContext, useEffect, useState } from "react";
import { publicRules, type RulesModule, type StaffRules } from "./load";

/** The rules of the forms once they are there; asks for them when the component appears. */
export const useRules = () => useModule(publicRules);

/** The rules of the dashboard, for everything inside of it. */
export const StaffRulesContext = createContext<StaffRules | undefined>(undefined);

/** Returns the rules of the dashboard, which is shown once they are there. */
export function useStaffRules(): StaffRules {
  const rules = useContext(StaffRulesContext);
  if (!rules) throw new Error("The rules of the dashboard are only there inside of it.");
  return rules;
}

/** A module of rules once it is there; asks for it when the component appears. */
export function useModule<T>(module: RulesModule<T>): T | undefined {
  const [rules, setRules] = useState(module.loaded);
  useEffect(() => {
    let current = true;
    module.load().then(
      (arrived) => current && setRules(() => arrived),
      // Forms can be sent without the rules: the server judges them.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [module]);
  return rules;
}
