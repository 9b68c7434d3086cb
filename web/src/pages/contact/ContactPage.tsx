import { contact } from "../../content/contact";
import { ContactForm } from "../../features/contact/ContactForm";
import { ContactPanel } from "../../features/contact/ContactPanel";
import { paths } from "../../paths";
import { useRules } from "../../rules/useRules";
import { classes } from "../../ui/classes";
import layout from "../../ui/layout.module.css";
import { Seo } from "../../ui/Seo";
import styles from "./ContactPage.module.css";

/** Where visitors write to the agency. */
export default function ContactPage() {
  // Asked for early, so that they are here when the form is sent.
  useRules();
  const { banner, form } = contact;
  return (
    <>
      <Seo title={contact.title} description={contact.description} path={paths.contact} />
      <section className={styles.banner}>
        <div className={styles.contours} aria-hidden="true" />
        <div className={classes(layout.container, styles.words)}>
          <p className={layout.eyebrow}>{banner.eyebrow}</p>
          <h1>{banner.heading}</h1>
          <p className={styles.lead}>{banner.lead}</p>
        </div>
      </section>
      <div className={classes(layout.container, styles.columns)}>
        <section className={styles.form} aria-labelledby="drop-us-a-line">
          <div className={styles.intro}>
            <h2 id="drop-us-a-line">{form.heading}</h2>
            <p>{form.text}</p>
          </div>
          <ContactForm />
        </section>
        <ContactPanel />
      </div>
    </>
  );
}
