import type { RecordAction, RecordState } from "@rules/public.js";
import type { StaffRules } from "./load";

/** Returns the label of a state. A newer server may send states that these rules do not know. */
export function stateLabel(rules: StaffRules, state: RecordState): string {
  return rules.states.find(({ name }) => name === state)?.label ?? state;
}

/** Returns the sentence that says why an action is not allowed in a state; none where it is. */
export function refusalOf(
  rules: StaffRules,
  state: RecordState,
  action: RecordAction,
): string | undefined {
  const moved = rules.moveRecord(state, action);
  return "refused" in moved ? moved.refused : undefined;
}

/** Returns the label of an action's button. */
export function actionLabel(rules: StaffRules, action: RecordAction): string {
  return rules.actions.find(({ name }) => name === action)?.label ?? action;
}
