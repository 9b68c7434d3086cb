import { createContext, useContext, useEffect, useState } from "react";
import { publicRules, type RulesModule, type StaffRules } from "./load";

/** Returns the public rules once they are loaded. Loads them on mount. */
export const useRules = () => useModule(publicRules);

/** Provides the staff rules to the dashboard. */
export const StaffRulesContext = createContext<StaffRules | undefined>(undefined);

/** Returns the staff rules. The dashboard renders only after they are loaded. */
export function useStaffRules(): StaffRules {
  const rules = useContext(StaffRulesContext);
  if (!rules) throw new Error("The staff rules are only available within the dashboard.");
  return rules;
}

/** Returns a rules module once it is loaded. Loads it on mount. */
export function useModule<T>(module: RulesModule<T>): T | undefined {
  const [rules, setRules] = useState(module.loaded);
  useEffect(() => {
    let current = true;
    module.load().then(
      (arrived) => current && setRules(() => arrived),
      // Forms can be sent without the rules: the server validates them.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [module]);
  return rules;
}
