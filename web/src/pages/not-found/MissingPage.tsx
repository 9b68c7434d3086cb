import { site } from "~/content/site";
import { ButtonLink } from "~/ui/Button";
import { PageHero } from "~/site/PageHero";
import { Seo } from "~/seo/Seo";

type MissingPageProps = {
  heading: string;
  text: string;
  /** Links to continue with. */
  to: string;
  label: string;
};

/** A page for an address that does not exist. */
export function MissingPage({ heading, text, to, label }: MissingPageProps) {
  return (
    <>
      <Seo title={`${heading.replace(/\.$/, "")} | ${site.name}`} />
      <PageHero eyebrow="404" heading={heading} lead={text}>
        <ButtonLink to={to}>{label}</ButtonLink>
      </PageHero>
    </>
  );
}
