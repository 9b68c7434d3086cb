import { site } from "../../content/site";
import { ButtonLink } from "../../ui/Button";
import { Seo } from "../../ui/Seo";
import styles from "../../ui/notice-page.module.css";

type MissingPageProps = {
  heading: string;
  text: string;
  /** The way on. */
  to: string;
  label: string;
};

/** Says that there is nothing at an address, and leads on. */
export function MissingPage({ heading, text, to, label }: MissingPageProps) {
  return (
    <section className={styles.page}>
      <Seo title={`${heading.replace(/\.$/, "")} | ${site.name}`} />
      <p className={styles.code}>404</p>
      <h1>{heading}</h1>
      <p className={styles.text}>{text}</p>
      <ButtonLink to={to}>{label}</ButtonLink>
    </section>
  );
}
