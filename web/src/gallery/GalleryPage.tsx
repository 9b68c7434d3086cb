import { Main } from "~/ui/Main";
import { useToasts } from "~/ui/toast/Toasts";
import styles from "./Gallery.module.css";
import { Parts } from "./Parts";
import { Tokens } from "./Tokens";

/** The parts of the design system in their states, in both color schemes. Only the dev server has this page. */
export default function GalleryPage() {
  useToasts();
  return (
    <Main className={styles.page}>
      <title>Gallery</title>
      {(["light", "dark"] as const).map((scheme) => (
        <div key={scheme} className={styles.scheme} data-scheme={scheme}>
          <h1>{scheme === "light" ? "Light" : "Dark"}</h1>
          <Tokens />
          <Parts prefix={scheme} />
        </div>
      ))}
    </Main>
  );
}
