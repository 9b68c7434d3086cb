import type { CSSProperties } from "react";
import sheet from "~/ui/styles/tokens.css?raw";
import styles from "./Gallery.module.css";
import { Specimen } from "./Specimen";

const root = sheet.slice(0, sheet.indexOf("\n}"));
const names = Array.from(root.matchAll(/^ {2}--([\w-]+):/gm), ([, name = ""]) => name);
const isColor = (name: string) => new RegExp(`--${name}: (light-dark\\(#|#)`).test(root);
const named = (pattern: RegExp) => names.filter((name) => pattern.test(name));

const groups: { title: string; shown: string[]; style: (value: string) => CSSProperties }[] = [
  { title: "Colors", shown: names.filter(isColor), style: (background) => ({ background }) },
  { title: "Type", shown: named(/^(font-size|heading)-/), style: (fontSize) => ({ fontSize }) },
  { title: "Space", shown: named(/^space-(?!section)/), style: (width) => ({ width }) },
  { title: "Radii", shown: named(/^radius-/), style: (borderRadius) => ({ borderRadius }) },
  { title: "Shadows", shown: named(/^shadow-/), style: (boxShadow) => ({ boxShadow }) },
];

/** The tokens that can be seen, by their names. */
export function Tokens() {
  return groups.map(({ title, shown, style }) => (
    <Specimen key={title} name={title} file="styles/tokens.css">
      <ul className={styles.tokens}>
        {shown.map((name) => (
          <li key={name}>
            <span className={styles.sample} data-group={title} style={style(`var(--${name})`)}>
              {title === "Type" && "Software worth keeping."}
            </span>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </Specimen>
  ));
}
