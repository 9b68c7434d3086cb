import type { Job } from "../content/jobs/schema";
import { endOfDay } from "../content/open-jobs";
import { absolute, site } from "../content/site";

/** An open position and the page to apply on. */
export function jobPosting({ path, ...job }: Job & { path: string }): object {
  const state = job.location === "Remote" ? undefined : job.location.replace(/ US$/, "");
  return {
    "@context": "https://schema.org",
    "@type": "JobPosting",
    title: job.title,
    description: job.description,
    url: absolute(path),
    datePosted: job.posted,
    ...(job.validThrough && { validThrough: endOfDay(job.validThrough) }),
    employmentType: job.time === "Contract" ? "CONTRACTOR" : "FULL_TIME",
    directApply: true,
    hiringOrganization: { "@type": "Organization", name: site.name, sameAs: absolute("/") },
    jobLocation: {
      "@type": "Place",
      // A remote job is located at the office.
      address: {
        "@type": "PostalAddress",
        addressRegion: state ?? "Texas",
        addressCountry: "US",
      },
    },
    baseSalary: {
      "@type": "MonetaryAmount",
      currency: "USD",
      value: {
        "@type": "QuantitativeValue",
        minValue: job.pay[0],
        maxValue: job.pay[1],
        unitText: "YEAR",
      },
    },
    ...((job.time === "Remote" || !state) && {
      jobLocationType: "TELECOMMUTE",
      applicantLocationRequirements: state
        ? { "@type": "State", name: `${state}, USA` }
        : { "@type": "Country", name: "USA" },
    }),
  };
}
