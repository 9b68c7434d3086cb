import { about } from "../../content/about";
import workshop from "../../content/workshop.webp?picture";
import { paths } from "../../paths";
import { breadcrumbList } from "../../seo/lists";
import { organization } from "../../seo/organization";
import { ButtonLink } from "../../ui/Button";
import { PageHero } from "../../ui/PageHero";
import { Picture } from "../../ui/Picture";
import { Seo } from "../../ui/Seo";
import styles from "./AboutPage.module.css";
import { Cards } from "./Cards";
import { Impact } from "./Impact";
import { Milestones } from "./Milestones";
import { Story } from "./Story";
import { Team } from "./Team";
import { Voices } from "./Voices";

const structured = [
  organization(),
  breadcrumbList([
    { name: "Home", path: paths.home },
    { name: "About Us", path: paths.about },
  ]),
];

/** Who the agency is. */
export default function AboutPage() {
  const { title, description, keywords, hero } = about;
  return (
    <>
      <Seo
        title={title}
        description={description}
        path={paths.about}
        keywords={keywords}
        structured={structured}
      />
      <PageHero
        eyebrow={hero.eyebrow}
        heading={hero.heading}
        lead={hero.lead}
        aside={
          <Picture
            of={workshop}
            alt={hero.picture}
            sizes="(min-width: 1330px) 520px, (min-width: 1024px) 42vw, 92vw"
            priority
            className={styles.workshop}
          />
        }
      >
        <ButtonLink to={paths.contact}>Connect With Us</ButtonLink>
      </PageHero>
      <Story />
      <Milestones />
      <Cards />
      <Team />
      <Impact />
      <Voices />
    </>
  );
}
