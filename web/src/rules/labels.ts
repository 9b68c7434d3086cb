import type { Moved, RecordAction, RecordState } from "@rules/public.js";
import type { Filter } from "./filter";
import type { StaffRules } from "./load";

// A newer server may send states that these rules do not know.
const isKnown = (rules: StaffRules, state: RecordState) =>
  rules.states.some(({ name }) => name === state);

/** Returns the label of a state. */
export function stateLabel(rules: StaffRules, state: RecordState): string {
  return rules.states.find(({ name }) => name === state)?.label ?? state;
}

/** Returns the label of a box. */
export function boxLabel(rules: StaffRules, box: NonNullable<Filter["box"]>): string {
  return box === "kept" ? "Not spam" : stateLabel(rules, box);
}

/** Returns the actions that are allowed in a state; none in an unknown one. */
export function allowedActions(rules: StaffRules, state: RecordState): RecordAction[] {
  return isKnown(rules, state) ? rules.allowedActions(state) : [];
}

/** Returns the result of an action; none in an unknown state. */
export function moveRecord(
  rules: StaffRules,
  state: RecordState,
  action: RecordAction,
): Moved | undefined {
  return isKnown(rules, state) ? rules.moveRecord(state, action) : undefined;
}

/** Returns the sentence that says why an action is not allowed in a state; none where it is. */
export function refusalOf(
  rules: StaffRules,
  state: RecordState,
  action: RecordAction,
): string | undefined {
  const moved = moveRecord(rules, state, action);
  return moved && "refused" in moved ? moved.refused : undefined;
}

/** Returns the label of an action's button. */
export function actionLabel(rules: StaffRules, action: RecordAction): string {
  return rules.actions.find(({ name }) => name === action)?.label ?? action;
}

/** A channel by which visitors came. */
export type Channel = NonNullable<Filter["channel"]>;

const channels: Record<Channel, string> = {
  paid: "Paid",
  email: "Email",
  social: "Social",
  search: "Search",
  referral: "Referral",
  campaign: "Other campaigns",
  direct: "Direct",
  unknown: "Unknown",
};

/** The channels in the order on the screen. */
export const channelNames = Object.keys(channels) as Channel[];

/** Returns the label of a channel. A newer server may send others. */
export const channelLabel = (channel: string) => channels[channel as Channel] ?? channel;
