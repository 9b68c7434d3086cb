import { paths } from "../paths";

/** A link of the bar, the menu or the footer. */
export type NavigationLink = { label: string; to: string };

/** The bar's links before and after the services. */
export const barLinks = {
  before: [{ label: "Home", to: paths.home }],
  after: [
    { label: "Our Works", to: paths.projects },
    { label: "About Us", to: paths.about },
    { label: "We Are Hiring", to: paths.careers },
    { label: "Hire Us", to: paths.hireUs },
    { label: "FAQ", to: paths.faq },
  ],
} as const satisfies Record<string, readonly NavigationLink[]>;

/** The names of the menus and of their parts. */
export const menu = {
  contactDetails: "Contact details",
  bar: "Main",
  mobile: "Main menu",
  services: "Services",
  open: "Menu",
  close: "Close menu",
} as const;

/** The first step of every trail. */
export const homeCrumb = { name: "Home", path: paths.home } as const;

/** The footer's links about the company. */
export const companyLinks: readonly NavigationLink[] = [
  { label: "Our Works", to: paths.projects },
  { label: "About Us", to: paths.about },
  { label: "FAQ's", to: paths.faq },
  { label: "Hire Us", to: paths.hireUs },
  { label: "We Are Hiring", to: paths.careers },
];
