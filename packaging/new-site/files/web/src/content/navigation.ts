import { paths } from "../paths";

/** A link of the bar, the menu or the footer. */
export type NavigationLink = { label: string; to: string };

/** The bar's links before and after the services. */
export const barLinks: Record<"before" | "after", readonly NavigationLink[]> = {
  before: [{ label: "Home", to: paths.home }],
  after: [],
};

/** The footer's links about the company. */
export const companyLinks: readonly NavigationLink[] = [{ label: "Home", to: paths.home }];
