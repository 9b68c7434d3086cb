import { site } from "../../content/site";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Seo } from "../../ui/Seo";
import styles from "../../ui/notice-page.module.css";

/** Answers every address that is not one of ours. */
export default function NotFoundPage() {
  return (
    <section className={styles.page}>
      <Seo title={`Page not found | ${site.name}`} />
      <p className={styles.code}>404</p>
      <h1>Page not found.</h1>
      <p className={styles.text}>The address may have changed, or the link was mistyped.</p>
      <ButtonLink to={paths.home}>Go home</ButtonLink>
    </section>
  );
}
