import { hireUs } from "../../content/hire-us";
import { site } from "../../content/site";
import { paths } from "../../paths";
import { breadcrumbList } from "../../seo/lists";
import { ButtonExternal, ButtonLink } from "../../ui/Button";
import { CallToAction } from "../../ui/CallToAction";
import { Section } from "../../ui/Section";
import { Seo } from "../../ui/Seo";
import { TestimonialCard } from "../../ui/TestimonialCard";
import { Hero } from "./Hero";
import styles from "./HireUsPage.module.css";
import { Reasons } from "./Reasons";
import { Steps } from "./Steps";

const structured = [
  breadcrumbList([
    { name: "Home", path: paths.home },
    { name: "Hire Us", path: paths.hireUs },
  ]),
];

/** Why and how to hire the agency. */
export default function HireUsPage() {
  const { title, description, keywords, voices, closing } = hireUs;
  return (
    <>
      <Seo
        title={title}
        description={description}
        path={paths.hireUs}
        keywords={keywords}
        structured={structured}
      />
      <Hero />
      <Reasons />
      <Steps />
      <Section heading={voices.heading}>
        <div className={styles.voices}>
          {voices.items.map((voice) => (
            <TestimonialCard key={voice.name} {...voice} />
          ))}
        </div>
      </Section>
      <CallToAction heading={closing.heading} text={closing.text}>
        <ButtonLink to={paths.contact}>Request Free Estimate</ButtonLink>
        <ButtonExternal tone="outline" href={site.scheduling}>
          Schedule A Call
        </ButtonExternal>
      </CallToAction>
    </>
  );
}
