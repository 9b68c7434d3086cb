import type { ComponentProps, ReactNode } from "react";
import { PageHero } from "./PageHero";
import { Seo } from "../seo/Seo";
import type { Picture } from "../ui/picture-url";

type PageProps = {
  path: string;
  /** Metadata of the page. */
  words: { title: string; description: string; keywords: readonly string[] };
  /** The banner at the top, for pages without their own hero. */
  banner?: ComponentProps<typeof PageHero> & { heading: string };
  /** The heading on the social picture. Default: that of the banner. */
  heading?: string | undefined;
  /** Shown on the social picture. */
  picture?: Picture | undefined;
  structured?: readonly object[];
  children: ReactNode;
};

/** A page of the public site: metadata, banner and sections. */
export function Page({
  path,
  words,
  banner,
  heading = banner?.heading,
  picture,
  structured,
  children,
}: PageProps) {
  const { title, description, keywords } = words;
  return (
    <>
      <Seo
        title={title}
        description={description}
        path={path}
        keywords={keywords}
        heading={heading}
        picture={picture}
        structured={structured}
      />
      {banner && <PageHero {...banner} />}
      {children}
    </>
  );
}
