import type { ComponentProps, ReactNode } from "react";
import { PageHero } from "./PageHero";
import { Seo } from "../seo/Seo";

type PageProps = {
  path: string;
  /** Metadata of the page. */
  words: { title: string; description: string; keywords: readonly string[] };
  /** The banner at the top, for pages without their own hero. */
  banner?: ComponentProps<typeof PageHero>;
  structured?: readonly object[];
  children: ReactNode;
};

/** A page of the public site: metadata, banner and sections. */
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
