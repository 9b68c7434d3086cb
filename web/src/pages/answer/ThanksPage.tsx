import { site } from "../../content/site";
import type { Thanks } from "../../content/thanks";
import { ButtonLink } from "../../ui/Button";
import { PageHero } from "../../site/PageHero";
import { Seo } from "../../seo/Seo";

/** Thanks for a form that was posted without scripts. */
export function thanksPage({ heading, text, next }: Thanks) {
  return function ThanksPage() {
    return (
      <>
        <Seo title={`${heading} | ${site.name}`} />
        <PageHero heading={heading} lead={text}>
          <ButtonLink to={next.to}>{next.label}</ButtonLink>
        </PageHero>
      </>
    );
  };
}
