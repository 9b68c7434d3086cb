import { answers } from "../../content/answers";
import { site } from "../../content/site";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { PageHero } from "../../ui/PageHero";
import { Seo } from "../../ui/Seo";

const { heading, text, home } = answers.sent;

/** Thanks for a form that was posted without scripts. */
export default function SentPage() {
  return (
    <>
      <Seo title={`${heading} | ${site.name}`} />
      <PageHero heading={heading} lead={text}>
        <ButtonLink to={paths.home}>{home}</ButtonLink>
      </PageHero>
    </>
  );
}
