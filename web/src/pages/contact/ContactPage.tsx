import { Page } from "~/site/Page";
import { contact } from "~/content/contact";
import { ContactForm } from "~/features/contact/ContactForm";
import { ContactPanel } from "~/features/contact/ContactPanel";
import { paths } from "~/paths";
import { organization } from "~/seo/organization";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import styles from "./ContactPage.module.css";

const structured = [organization()];

/** The page of the contact form. */
export default function ContactPage() {
  const { banner, form } = contact;
  return (
    <Page path={paths.contact} words={contact} banner={banner} structured={structured}>
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
    </Page>
  );
}

/** The steps after the form is sent. */
function NextSteps() {
  const { heading, steps } = contact.next;
  return (
    <div className={styles.next}>
      <h3>{heading}</h3>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}
