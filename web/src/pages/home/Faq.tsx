import { home } from "~/content/home";
import { homeFaq } from "~/content/home-faq";
import { paths } from "~/paths";
import { Accordion } from "~/ui/Accordion";
import { ButtonLink } from "~/ui/Button";
import { Section } from "~/site/Section";

/** The most common questions. */
export function Faq() {
  const { heading, lead, more } = home.faq;
  return (
    <Section
      heading={heading}
      lead={lead}
      action={
        <ButtonLink to={paths.faq} tone="outline">
          {more}
        </ButtonLink>
      }
    >
      <Accordion items={homeFaq} level={3} />
    </Section>
  );
}
