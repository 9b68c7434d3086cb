import { answers } from "../../content/answers";
import { site } from "../../content/site";
import { Seo } from "../../ui/Seo";
import styles from "../../ui/notice-page.module.css";

const { heading, text, message } = answers.refused;

/** Says why a form that was posted without scripts was not taken. */
export default function RefusedPage() {
  return (
    <section className={styles.page}>
      <Seo title={`${heading} | ${site.name}`} />
      <h1>{heading}</h1>
      <ul className={styles.messages}>
        <li>{message}</li>
      </ul>
      <p className={styles.text}>{text}</p>
    </section>
  );
}
