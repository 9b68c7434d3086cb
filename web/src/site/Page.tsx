import type { ComponentProps, ReactNode } from "react";
import { PageHero } from "./PageHero";
import { Seo } from "../seo/Seo";

type PageProps = {
  path: string;
  /** What search engines and shared links read, beside the page's other words. */
  words: { title: string; description: string; keywords: readonly string[] };
  /** The banner at the top, for pages that have no opening of their own. */
  banner?: ComponentProps<typeof PageHero>;
  structured?: readonly object[];
  children: ReactNode;
};

/** A page of the public site: what is read of it elsewhere, its banner, and its sections. */
export function Page({ path, words, banner, structured, children }: PageProps) {
  const { title, description, keywords } = words;
  return (
    <>
      <Seo
        title={title}
        description={description}
        path={path}
        keywords={keywords}
        structured={structured}
      />
      {banner && <PageHero {...banner} />}
      {children}
    </>
  );
}
