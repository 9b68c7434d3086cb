import { Page } from "~/site/Page";
import { Closing } from "~/site/Closing";
import { hireUs } from "~/content/hire-us";
import { homeCrumb } from "~/content/navigation";
import { paths } from "~/paths";
import { breadcrumbList } from "~/seo/lists";
import { service } from "~/seo/work";
import { Section } from "~/site/Section";
import { TestimonialCard } from "~/site/TestimonialCard";
import { Hero } from "./Hero";
import styles from "./HireUsPage.module.css";
import { Reasons } from "./Reasons";
import { Steps } from "./Steps";

const structured = [
  service({ name: hireUs.service, description: hireUs.description, path: paths.hireUs }),
  breadcrumbList([homeCrumb, { name: hireUs.eyebrow, path: paths.hireUs }]),
];

/** The hire-us page. */
export default function HireUsPage() {
  const { testimonials, closing } = hireUs;
  return (
    <Page path={paths.hireUs} words={hireUs} heading={hireUs.heading} structured={structured}>
      <Hero />
      <Reasons />
      <Steps />
      <Section heading={testimonials.heading}>
        <div className={styles.testimonials}>
          {testimonials.items.map((testimonial) => (
            <TestimonialCard key={testimonial.name} {...testimonial} />
          ))}
        </div>
      </Section>
      <Closing words={closing} />
    </Page>
  );
}
