import type { RecordAction, RecordState } from "@rules/public.js";
import type { StaffRules } from "./load";

type Rules = StaffRules | undefined;

/** What a state is called, once the rules are there. */
export function stateLabel(rules: Rules, state: RecordState): string | undefined {
  return rules?.states.find(({ name }) => name === state)?.label;
}

/** What an action's button says, once the rules are there. */
export function actionLabel(rules: Rules, action: RecordAction): string | undefined {
  return rules?.actions.find(({ name }) => name === action)?.label;
}
