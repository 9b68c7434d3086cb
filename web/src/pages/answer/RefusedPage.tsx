import { answers } from "~/content/answers";
import { site } from "~/content/site";
import { PageHero } from "~/site/PageHero";
import { Seo } from "~/seo/Seo";
import styles from "./RefusedPage.module.css";

const { heading, text, message } = answers.refused;

/** The response to a form that was posted without scripts and refused. */
export default function RefusedPage() {
  return (
    <>
      <Seo title={`${heading} | ${site.name}`} />
      <PageHero
        heading={heading}
        lead={
          <div className={styles.lead}>
            <ul className={styles.messages}>
              <li>{message}</li>
            </ul>
            <p>{text}</p>
          </div>
        }
      />
    </>
  );
}
