import type { Filter } from "~/rules/filter";

/** A channel by which visitors came. */
export type Channel = NonNullable<Filter["channel"]>;

/** The labels of the channels. */
export const channelLabels: Record<Channel, string> = {
  paid: "Paid",
  email: "Email",
  social: "Social",
  search: "Search",
  referral: "Referral",
  campaign: "Other campaigns",
  direct: "Direct",
  unknown: "Unknown",
};
