import { site } from "../content/site";

type SeoProps = {
  title: string;
  description?: string;
  /** The page's own address; pages without one are kept out of search. */
  path?: string;
};

/** What search engines and shared links read. React moves it into the head. */
export function Seo({ title, description, path }: SeoProps) {
  const url = path === undefined ? undefined : site.origin + path;
  return (
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {url ? <link rel="canonical" href={url} /> : <meta name="robots" content="noindex" />}
      {url && <meta property="og:url" content={url} />}
      {url && <meta property="og:title" content={title} />}
      {url && description && <meta property="og:description" content={description} />}
      {url && <meta property="og:site_name" content={site.name} />}
      {url && <meta property="og:type" content="website" />}
    </>
  );
}
