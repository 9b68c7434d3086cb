import { useId } from "react";
import styles from "./Accordion.module.css";

/** A question and what there is to say to it. */
export type AccordionItem = { question: string; answer: string };

type AccordionProps = {
  items: readonly AccordionItem[];
  /** The level of the questions' headings. */
  level: 2 | 3 | 4;
};

/** Questions of which one is open at a time, the first one at the beginning. It works without scripts. */
export function Accordion({ items, level }: AccordionProps) {
  const group = useId();
  const Heading = `h${level}` as const;
  return (
    <div className={styles.list}>
      {items.map(({ question, answer }, index) => (
        // Of the same name, so that the browser closes the one that was open.
        <details key={question} name={group} open={index === 0} className={styles.item}>
          <summary className={styles.summary}>
            <Heading className={styles.question}>{question}</Heading>
          </summary>
          <p className={styles.answer}>{answer}</p>
        </details>
      ))}
    </div>
  );
}
