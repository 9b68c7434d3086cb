import { Page } from "~/site/Page";
import { about } from "~/content/about";
import workshop from "~/content/workshop.webp?picture";
import { paths } from "~/paths";
import { organization } from "~/seo/organization";
import { ButtonLink } from "~/ui/Button";
import { PageHero } from "~/site/PageHero";
import { Picture } from "~/ui/Picture";
import styles from "./AboutPage.module.css";
import { Cards } from "./Cards";
import { Impact } from "./Impact";
import { Milestones } from "./Milestones";
import { Story } from "./Story";
import { Team } from "./Team";
import { ClientTestimonials } from "./ClientTestimonials";

const structured = [organization()];

/** The about page. */
export default function AboutPage() {
  const { hero } = about;
  return (
    <Page
      path={paths.about}
      words={about}
      heading={hero.heading}
      picture={workshop}
      structured={structured}
    >
      <PageHero
        eyebrow={hero.eyebrow}
        heading={hero.heading}
        lead={hero.lead}
        aside={
          <Picture
            source={workshop}
            alt={hero.picture}
            sizes="(min-width: 83.125em) 520px, (min-width: 64em) 42vw, 92vw"
            priority
            className={styles.workshop}
          />
        }
      >
        <ButtonLink to={paths.contact}>{hero.primary}</ButtonLink>
      </PageHero>
      <Story />
      <Milestones />
      <Cards />
      <Team />
      <Impact />
      <ClientTestimonials />
    </Page>
  );
}
