import type { RecordState } from "@rules/public.js";
import { useStaffRules } from "../../../rules/useRules";

/** What a state is called, once the rules are there. */
export function useStateLabel(state: RecordState): string | undefined {
  return useStaffRules()?.states.find(({ name }) => name === state)?.label;
}
