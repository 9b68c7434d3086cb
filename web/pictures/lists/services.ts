import type { Source } from "../source";

const slugs = [
  "website-design",
  "website",
  "website-applications",
  "mobile-application",
  "digital-marketing",
  "cloud-hosting",
];

function drawing(slug: string, part: string, size: Source["size"], widths: number[]): Source {
  return {
    name: `${slug}-${part}`,
    page: `services/${slug}/${part}.html`,
    uses: ["services/kit"],
    size,
    widths,
  };
}

const banners = slugs.map((slug) => drawing(slug, "banner", [1440, 720], [360, 720, 1200, 1800]));

const details = slugs.map((slug) => [
  `service-${slug}`,
  ["image", "center-1", "center-2"].map((part) =>
    drawing(slug, part, [880, 660], [360, 640, 880, 1320]),
  ),
]);

/** The services' drawings: the banners for menus, the others for each service's page. */
export const pictures: Record<string, Source[]> = {
  services: banners,
  ...Object.fromEntries(details),
};
