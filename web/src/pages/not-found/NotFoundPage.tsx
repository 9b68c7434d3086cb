import { notFound } from "~/content/not-found";
import { site } from "~/content/site";
import { PageHero } from "~/site/PageHero";
import { Seo } from "~/seo/Seo";
import { ButtonLink } from "~/ui/Button";

/** The page for an address that does not exist: of the site, of a project or of a service. */
export default function NotFoundPage({ missing = "page" }: { missing?: keyof typeof notFound }) {
  const { heading, text, next } = notFound[missing];
  return (
    <>
      <Seo title={`${heading.replace(/\.$/, "")} | ${site.name}`} />
      <PageHero eyebrow="404" heading={heading} lead={text}>
        <ButtonLink to={next.to}>{next.label}</ButtonLink>
      </PageHero>
    </>
  );
}
