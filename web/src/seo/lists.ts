import { absolute } from "../content/site";

/** Returns an `ItemList`, such as the portfolio. */
export function itemList(
  name: string,
  items: readonly { name: string; path: string; image?: string }[],
): object {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    name,
    numberOfItems: items.length,
    itemListElement: items.map((item, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: item.name,
      url: absolute(item.path),
      ...(item.image && { image: absolute(item.image) }),
    })),
  };
}

/** Returns the breadcrumbs from the home page to this one. */
export function breadcrumbList(steps: readonly { name: string; path: string }[]): object {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: absolute(path),
    })),
  };
}

/** Returns a `FAQPage` of questions and answers. */
export function faqPage(items: readonly { question: string; answer: string }[]): object {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: items.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}
