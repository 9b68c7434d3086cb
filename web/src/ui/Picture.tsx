import { classNames } from "./styles/class-names";
import { type Picture as PictureSource, pictureUrl, pictureWidths } from "./picture-url";
import styles from "./Picture.module.css";

type PictureProps = {
  source: PictureSource;
  /** Alternative text. Empty if the adjacent text says the same. */
  alt: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** Whether it is above the fold and loads first. */
  priority?: boolean;
  loading?: "lazy" | "eager";
  className?: string | undefined;
};

/** A responsive picture. Its space is reserved while it loads. */
export function Picture({
  source,
  alt,
  sizes,
  priority = false,
  loading = priority ? "eager" : "lazy",
  className,
}: PictureProps) {
  return (
    <img
      className={classNames(styles.image, className)}
      src={pictureUrl(source, source.width)}
      srcSet={pictureWidths(source)
        .map((width) => `${pictureUrl(source, width)} ${width}w`)
        .join(", ")}
      sizes={sizes}
      width={source.width}
      height={source.height}
      alt={alt}
      loading={loading}
      decoding="async"
      {...(priority && { fetchPriority: "high" })}
    />
  );
}
