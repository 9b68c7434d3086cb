import { Link } from "react-router-dom";
import type { ProjectCard } from "../content/projects/cards";
import layout from "./layout.module.css";
import { Picture } from "./Picture";
import styles from "./ProjectTile.module.css";
import { RichText } from "./RichText";

type ProjectTileProps = {
  project: ProjectCard;
  /** How wide its picture is shown. */
  sizes: string;
  /** The level of its heading. */
  level?: 2 | 3;
  priority?: boolean;
};

/** A project as a card that leads to its page. */
export function ProjectTile({ project, sizes, level = 3, priority = false }: ProjectTileProps) {
  const Heading = `h${level}` as const;
  const { title, category, description, image, alt, link } = project;
  return (
    <Link to={link} className={styles.tile}>
      <span className={styles.picture}>
        <Picture of={image} alt={alt} sizes={sizes} priority={priority} />
      </span>
      <span className={layout.eyebrow}>{category}</span>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>
        <RichText text={description} />
      </p>
    </Link>
  );
}
