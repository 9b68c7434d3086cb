import empty from "bootstrap-icons/icons/star.svg?icon";
import full from "bootstrap-icons/icons/star-fill.svg?icon";
import { common } from "../content/common";
import { classNames } from "../ui/styles/class-names";
import { Icon } from "../ui/Icon";
import styles from "./Stars.module.css";

const places = [1, 2, 3, 4, 5];

/** A score out of five, rounded down to whole stars. */
export function Stars({ rating }: { rating: number }) {
  return (
    <p className={styles.stars}>
      <span className="visually-hidden">{common.rating(rating)}</span>
      {places.map((place) => (
        <span
          key={place}
          className={classNames(styles.star, place <= rating && styles.full)}
          data-star={place <= rating ? "full" : "empty"}
        >
          <Icon svg={place <= rating ? full : empty} />
        </span>
      ))}
      {!Number.isInteger(rating) && (
        <span className={styles.score} aria-hidden="true">
          {rating}
        </span>
      )}
    </p>
  );
}
