import { projectPage } from "~/content/project-page";
import type { CaseStudy } from "~/content/projects/schema";
import { Carousel } from "~/ui/slides/Carousel";
import { Picture } from "~/ui/Picture";
import { Section } from "~/site/Section";
import { Empty } from "./Empty";
import styles from "./Gallery.module.css";

const SIZES = "(min-width: 83em) 1200px, 92vw";

type GalleryProps = { title: string; images: CaseStudy["galleryImages"] };

/** A carousel of screenshots. */
export function Gallery({ title, images }: GalleryProps) {
  const { heading, label, none } = projectPage.gallery;
  return (
    <Section heading={heading} tone="sage">
      {images.length === 0 ? (
        <Empty text={none} />
      ) : (
        <Carousel label={label(title)} delay={3000} speed={500} loop continueAfterInteraction>
          {images.map(({ picture, alt }) => (
            <Picture
              key={picture.name}
              source={picture}
              alt={alt}
              sizes={SIZES}
              className={styles.screen}
            />
          ))}
        </Carousel>
      )}
    </Section>
  );
}
