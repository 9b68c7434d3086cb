import { site } from "~/content/site";
import { ButtonLink } from "~/ui/Button";
import { PageHero } from "~/site/PageHero";
import { Seo } from "~/seo/Seo";

type MissingPageProps = {
  words: {
    heading: string;
    text: string;
    /** The link to continue with. */
    next: { to: string; label: string };
  };
};

/** A page for an address that does not exist. */
export function MissingPage({ words: { heading, text, next } }: MissingPageProps) {
  return (
    <>
      <Seo title={`${heading.replace(/\.$/, "")} | ${site.name}`} />
      <PageHero eyebrow="404" heading={heading} lead={text}>
        <ButtonLink to={next.to}>{next.label}</ButtonLink>
      </PageHero>
    </>
  );
}
