import { classNames } from "../ui/styles/class-names";
import layout from "../ui/layout/layout.module.css";
import { Picture } from "../ui/Picture";
import type { Picture as PictureSource } from "../ui/picture-url";
import { Stars } from "./Stars";
import styles from "./TestimonialCard.module.css";

type TestimonialCardProps = {
  quote: string;
  name: string;
  role: string;
  picture?: PictureSource | undefined;
  rating?: number;
  heading?: string;
};

/** A client's quote with name and portrait. */
export function TestimonialCard({
  quote,
  name,
  role,
  picture,
  rating,
  heading,
}: TestimonialCardProps) {
  return (
    <figure className={classNames(layout.card, styles.card)}>
      {rating !== undefined && <Stars rating={rating} />}
      <blockquote className={styles.words}>
        {heading && <p className={styles.heading}>{heading}</p>}
        <p className={styles.quote}>{quote}</p>
      </blockquote>
      <figcaption className={styles.person}>
        {picture && <Picture source={picture} alt="" sizes="56px" className={styles.portrait} />}
        <span className={styles.names}>
          <span className={styles.name}>{name}</span>
          <span className={styles.role}>{role}</span>
        </span>
      </figcaption>
    </figure>
  );
}
