import { homeCrumb } from "~/content/navigation";
import type { ServiceWords } from "~/content/services/schema";
import { paths } from "~/paths";
import { Breadcrumbs } from "~/ui/Breadcrumbs";
import { ButtonLink } from "~/ui/Button";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import { Picture } from "~/ui/Picture";
import styles from "./Banner.module.css";

type BannerProps = { name: string; service: ServiceWords; action: string };

/** The service's heading, above its picture. */
export function Banner({ name, service, action }: BannerProps) {
  const { title, description, bannerImage } = service;
  return (
    <section className={classNames(layout.container, styles.banner)}>
      <Breadcrumbs trail={[homeCrumb, { name }]} />
      <div className={styles.words}>
        <h1>{title}</h1>
        <div className={styles.side}>
          <p className={layout.lead}>{description}</p>
          <ButtonLink to={paths.contact}>{action}</ButtonLink>
        </div>
      </div>
      <Picture
        source={bannerImage.picture}
        alt={bannerImage.alt}
        sizes="(min-width: 83.125em) 1200px, 92vw"
        priority
        className={styles.picture}
      />
    </section>
  );
}
