import { homeCrumb } from "~/content/navigation";
import { projectPage } from "~/content/project-page";
import type { Project } from "~/content/projects/cards";
import { paths } from "~/paths";
import { Breadcrumbs } from "~/ui/Breadcrumbs";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import { Picture } from "~/ui/Picture";
import { RichText } from "~/site/RichText";
import styles from "./Intro.module.css";

const SIZES = "(min-width: 83em) 640px, (min-width: 64em) 50vw, 92vw";

/** The project's summary and main picture. */
export function Intro({ card }: { card: Project }) {
  const { title, category, description, image, alt } = card;
  const { projects } = projectPage.trail;
  return (
    <section className={classNames(layout.container, styles.intro)}>
      <div className={styles.trail}>
        <Breadcrumbs
          trail={[homeCrumb, { name: projects, path: paths.projects }, { name: title }]}
        />
      </div>
      <div className={styles.words}>
        <p className={layout.eyebrow}>{category}</p>
        <h1>{title}</h1>
        <p className={layout.lead}>
          <RichText text={description} />
        </p>
      </div>
      <Picture source={image} alt={alt} sizes={SIZES} priority className={styles.picture} />
    </section>
  );
}
