import { projectPage } from "~/content/project-page";
import type { CaseStudy } from "~/content/projects/schema";
import { Picture } from "~/ui/Picture";
import { Section } from "~/site/Section";
import { Stars } from "~/site/Stars";
import styles from "./Feedback.module.css";

/** The client's quote. */
export function Feedback({ study }: { study: CaseStudy }) {
  const { ceoReview, ceoName, ceoPosition, ceoImage, clutchReview } = study;
  return (
    <Section heading={projectPage.feedback.heading} tone="ink">
      <figure className={styles.feedback}>
        <div className={styles.score}>
          <Stars rating={clutchReview} />
        </div>
        <blockquote className={styles.quote}>
          <p>{ceoReview}</p>
        </blockquote>
        <figcaption className={styles.person}>
          {ceoImage && (
            <Picture source={ceoImage} alt="" sizes="56px" className={styles.portrait} />
          )}
          <span>
            <span className={styles.name}>{ceoName}</span>
            <span className={styles.position}>{ceoPosition}</span>
          </span>
        </figcaption>
      </figure>
    </Section>
  );
}
