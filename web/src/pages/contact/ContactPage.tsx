import { contact } from "../../content/contact";
import { ContactForm } from "../../features/contact/ContactForm";
import { ContactPanel } from "../../features/contact/ContactPanel";
import { paths } from "../../paths";
import { breadcrumbList } from "../../seo/lists";
import { organization } from "../../seo/organization";
import { classNames } from "../../ui/class-names";
import layout from "../../ui/layout.module.css";
import { PageHero } from "../../ui/PageHero";
import { Seo } from "../../ui/Seo";
import styles from "./ContactPage.module.css";
import { NextSteps } from "./NextSteps";

const structured = [
  organization(),
  breadcrumbList([
    { name: "Home", path: paths.home },
    { name: "Contact", path: paths.contact },
  ]),
];

/** Where visitors write to the agency. */
export default function ContactPage() {
  const { title, description, keywords, banner, form } = contact;
  return (
    <>
      <Seo
        title={title}
        description={description}
        path={paths.contact}
        keywords={keywords}
        structured={structured}
      />
      <PageHero eyebrow={banner.eyebrow} heading={banner.heading} lead={banner.lead} />
      <div className={classNames(layout.container, styles.columns)}>
        <section className={styles.form} aria-labelledby="drop-us-a-line">
          <div className={styles.intro}>
            <h2 id="drop-us-a-line">{form.heading}</h2>
            <p>{form.text}</p>
          </div>
          <ContactForm />
          <NextSteps />
        </section>
        <ContactPanel />
      </div>
    </>
  );
}
