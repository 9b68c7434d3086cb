import { answers } from "../../content/answers";
import { site } from "../../content/site";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Seo } from "../../ui/Seo";
import styles from "../../ui/notice-page.module.css";

const { heading, text, home } = answers.applied;

/** Thanks for a job application that was posted without scripts. */
export default function AppliedPage() {
  return (
    <section className={styles.page}>
      <Seo title={`${heading} | ${site.name}`} />
      <h1>{heading}</h1>
      <p className={styles.text}>{text}</p>
      <ButtonLink to={paths.careers}>{home}</ButtonLink>
    </section>
  );
}
