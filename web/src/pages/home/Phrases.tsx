import pause from "bootstrap-icons/icons/pause-fill.svg?react";
import play from "bootstrap-icons/icons/play-fill.svg?react";
import { useState } from "react";
import { Icon } from "~/ui/Icon";
import { REDUCED_MOTION, useMediaQuery } from "~/ui/motion/useMediaQuery";
import styles from "./Phrases.module.css";
import { useRotation } from "./useRotation";

const DELAY = 3000;

type PhrasesProps = {
  phrases: readonly string[];
  /** The names of its button. */
  words: { pause: string; play: string };
};

/** Rotating phrases, one at a time in the same place. */
export function Phrases({ phrases, words }: PhrasesProps) {
  const still = useMediaQuery(REDUCED_MOTION);
  const [chosen, setChosen] = useState<boolean>();
  const running = chosen ?? !still;
  const shown = useRotation(phrases.length, DELAY, running);
  return (
    <div className={styles.line}>
      <button
        type="button"
        className={styles.toggle}
        aria-label={running ? words.pause : words.play}
        onClick={() => setChosen(!running)}
      >
        <Icon svg={running ? pause : play} />
      </button>
      {/* All are laid out, so that the longest keeps the place. */}
      <p className={styles.phrases}>
        {phrases.map((phrase, index) => (
          <span key={phrase} className={styles.phrase} data-shown={index === shown || undefined}>
            {phrase}
          </span>
        ))}
      </p>
    </div>
  );
}
