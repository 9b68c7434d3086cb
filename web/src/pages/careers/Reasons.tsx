import people from "bootstrap-icons/icons/people.svg?react";
import puzzle from "bootstrap-icons/icons/puzzle.svg?react";
import tree from "bootstrap-icons/icons/tree.svg?react";
import { careers } from "~/content/careers";
import { Icon } from "~/ui/Icon";
import { Section } from "~/site/Section";
import styles from "./Reasons.module.css";

const icons = [people, puzzle, tree] as const;

/** Three reasons to work here. */
export function Reasons() {
  const { heading, items } = careers.reasons;
  return (
    <Section heading={heading} tone="ink">
      <ul className={styles.list}>
        {items.map(({ title, text }, index) => (
          <li key={title}>
            <span className={styles.mark}>
              <Icon svg={icons[index] ?? people} />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
