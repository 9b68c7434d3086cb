import { site } from "~/content/site";
import type { Thanks } from "~/features/forms/thanks";
import { Seo } from "~/seo/Seo";
import { PageHero } from "~/site/PageHero";
import { ButtonLink } from "~/ui/Button";

/** The response to a form that was posted without scripts and stored. */
export default function ThanksPage({ thanks: { heading, text, next } }: { thanks: Thanks }) {
  return (
    <>
      <Seo title={`${heading} | ${site.name}`} />
      <PageHero heading={heading} lead={text}>
        <ButtonLink to={next.to}>{next.label}</ButtonLink>
      </PageHero>
    </>
  );
}
