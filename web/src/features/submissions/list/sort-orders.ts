import type { SortOrder } from "@rules/public.js";

const labels: Record<SortOrder, string> = {
  newest: "Date (Newest)",
  oldest: "Date (Oldest)",
  name_asc: "Name (A-Z)",
  name_desc: "Name (Z-A)",
};

/** The sort orders with their labels. */
export const sortOrders = Object.entries(labels).map(([order, label]) => ({
  order: order as SortOrder,
  label,
}));

export type { SortOrder };
