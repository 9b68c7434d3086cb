import { use } from "react";
import { absolute, site } from "../content/site";
import { type Picture, pictureUrl } from "../ui/picture-url";
import { CollectPageData } from "./page-data";

type SeoProps = {
  title: string;
  description?: string | undefined;
  /** The page's own address. Pages without one are not indexed. */
  path?: string | undefined;
  keywords?: readonly string[] | undefined;
  /** The heading on the social picture. Default: the title. */
  heading?: string | undefined;
  /** Shown on the social picture. Default: the river. */
  picture?: Picture | undefined;
  /** The Open Graph type. */
  type?: "website" | "article" | "profile" | undefined;
  /** The section of an article. */
  section?: string | undefined;
  /** Structured data, made by the builders in `src/seo`. */
  structured?: readonly object[] | undefined;
  /** Excludes a page with its own address from search engines. */
  noindex?: boolean | undefined;
};

/** Returns the URL of a page's social picture. */
export function sharedPicture(path: string): string {
  return `/og${path === "/" ? "/home" : path}.jpg`;
}

/** Metadata for search engines and shared links. React hoists it into the head. */
export function Seo(props: SeoProps) {
  const { title, description, path, keywords, noindex = path === undefined } = props;
  const { heading = title, section } = props;
  const picture = props.picture && pictureUrl(props.picture, props.picture.width);
  const collect = use(CollectPageData);
  collect({ noindex });
  if (path !== undefined) {
    collect({
      canonical: absolute(path),
      card: { path: sharedPicture(path), heading, section, picture },
    });
  }
  return (
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {keywords && <meta name="keywords" content={keywords.join(", ")} />}
      {noindex && <meta name="robots" content="noindex" />}
      {path !== undefined && <link rel="canonical" href={absolute(path)} />}
      {path !== undefined && <Sharing {...props} path={path} />}
      {props.structured?.map((data) => {
        const text = serialize(data);
        return (
          <script
            key={text}
            type="application/ld+json"
            dangerouslySetInnerHTML={{ __html: text }}
          />
        );
      })}
    </>
  );
}

function Sharing(props: SeoProps & { path: string }) {
  const { title, description, path, type = "website", section } = props;
  const picture = absolute(sharedPicture(path));
  return (
    <>
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content={type} />
      <meta property="og:locale" content="en_US" />
      {section && <meta property="article:section" content={section} />}
      <meta property="og:url" content={absolute(path)} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:image" content={picture} />
      <meta property="og:image:alt" content={title} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      {description && <meta name="twitter:description" content={description} />}
      <meta name="twitter:image" content={picture} />
      <meta name="twitter:image:alt" content={title} />
    </>
  );
}

/** Serializes JSON so that it cannot close a script element. */
function serialize(data: object): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
