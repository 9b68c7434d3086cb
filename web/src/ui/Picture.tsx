import { classNames } from "./styles/class-names";
import { type Picture as PictureSource, pictureUrl, pictureWidths } from "./picture-url";
import styles from "./Picture.module.css";

type PictureProps = {
  of: PictureSource;
  /** What it shows; empty when the words beside it say the same. */
  alt: string;
  /** How wide it is shown, as in the attribute of that name. */
  sizes: string;
  /** Whether it stands above the fold, so that it is fetched first. */
  priority?: boolean;
  loading?: "lazy" | "eager";
  className?: string | undefined;
};

/** A picture in the width that suits the screen. Its place is kept until it is there. */
export function Picture({
  of,
  alt,
  sizes,
  priority = false,
  loading = priority ? "eager" : "lazy",
  className,
}: PictureProps) {
  return (
    <img
      className={classNames(styles.image, className)}
      src={pictureUrl(of, of.width)}
      srcSet={pictureWidths(of)
        .map((width) => `${pictureUrl(of, width)} ${width}w`)
        .join(", ")}
      sizes={sizes}
      width={of.width}
      height={of.height}
      alt={alt}
      loading={loading}
      decoding="async"
      {...(priority && { fetchPriority: "high" })}
    />
  );
}
