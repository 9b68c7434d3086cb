import { absolute, site } from "../content/site";

type Opening = {
  title: string;
  description: string;
  path: string;
  /** The day it was posted, as YYYY-MM-DD. */
  posted: string;
  employment: "FULL_TIME" | "CONTRACTOR";
  /** Whether it can be done from anywhere in the country. */
  remote: boolean;
  /** The state in which the work is done; the office's own when there is none. */
  region?: string;
};

/** An open position. */
export function jobPosting(of: Opening): object {
  return {
    "@context": "https://schema.org",
    "@type": "JobPosting",
    title: of.title,
    description: of.description,
    url: absolute(of.path),
    datePosted: of.posted,
    employmentType: of.employment,
    directApply: true,
    hiringOrganization: { "@type": "Organization", name: site.name, sameAs: absolute("/") },
    jobLocation: {
      "@type": "Place",
      address: {
        "@type": "PostalAddress",
        addressRegion: of.region ?? "TX",
        addressCountry: "US",
      },
    },
    ...(of.remote && {
      jobLocationType: "TELECOMMUTE",
      applicantLocationRequirements: { "@type": "Country", name: "USA" },
    }),
  };
}
