import type { Project } from "../content/projects/cards";
import { paths } from "../paths";
import { classNames } from "../ui/styles/class-names";
import layout from "../ui/layout/layout.module.css";
import { Link } from "../ui/Link";
import { Picture } from "../ui/Picture";
import styles from "./ProjectTile.module.css";
import { RichText } from "./RichText";

type ProjectTileProps = {
  project: Project;
  /** The `sizes` attribute of its picture. */
  sizes: string;
  /** The level of its heading. */
  level?: 2 | 3;
  priority?: boolean;
  /** Whether it has its own row, with the text next to the picture. */
  wide?: boolean;
};

/** A project as a card that links to its page. */
export function ProjectTile(props: ProjectTileProps) {
  const { project, sizes, level = 3, priority = false, wide = false } = props;
  const Heading = `h${level}` as const;
  const { title, category, description, image, alt, slug } = project;
  return (
    <Link to={paths.project(slug)} className={classNames(styles.tile, wide && styles.wide)}>
      <span className={styles.picture}>
        <Picture source={image} alt={alt} sizes={sizes} priority={priority} />
      </span>
      <span className={classNames(layout.eyebrow, styles.eyebrow)}>{category}</span>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>
        <RichText text={description} />
      </p>
    </Link>
  );
}
