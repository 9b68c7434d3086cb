import { about } from "~/content/about";
import { team } from "~/content/team";
import { Picture } from "~/ui/Picture";
import { Section } from "~/site/Section";
import { SocialLinks } from "~/site/SocialLinks";
import styles from "./Team.module.css";

/** The people who run the studio. */
export function Team() {
  const { heading, text, portrait } = about.team;
  return (
    <Section heading={heading} lead={text} tone="sunk">
      <ul className={styles.grid}>
        {team.map(({ name, role, about: task, image, socials }) => (
          <li key={name} className={styles.member}>
            <Picture
              source={image}
              alt={portrait(name)}
              sizes="(min-width: 64em) 280px, (min-width: 40em) 44vw, 96px"
              className={styles.portrait}
            />
            <div className={styles.words}>
              <h3>{name}</h3>
              <p className={styles.role}>{role}</p>
              <p className={styles.task}>{task}</p>
              <SocialLinks owner={name} profiles={socials} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
