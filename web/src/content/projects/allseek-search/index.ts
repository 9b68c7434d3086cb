import type { CaseStudy } from "../schema";
import ceo from "./ceo.webp?picture";
import phones from "./phones.webp?picture";
import results from "./results.webp?picture";
import tracker from "./tracker.webp?picture";

/** A job search platform. */
export default {
  description:
    "A job search platform that gathers three boards and 4,000 company sites, merges duplicates, explains every match and answers in under 120 milliseconds.",
  technologies: ["React", "TypeScript", "Rust", "PostgreSQL", "OpenSearch", "Terraform", "AWS"],
  brandName: "AllSeek",
  location: "Houston, Texas",
  client: "AllSeek Search Group",
  clutchReview: 4.7,
  budget: "$60,000 to $90,000",
  industry: "Recruitment",
  stack: "React, Rust and OpenSearch on AWS",
  live: "https://allseek.example",
  insights: {
    problem:
      "Job seekers in the Gulf region searched four sites for the same position, found it under three names and applied to listings that had closed weeks ago. AllSeek had the licenses to gather them all, and a prototype that took seven seconds to search.",
    solution:
      "Listings are read every hour, compared by employer, place and wording, and merged into one entry that remembers all of its sources. The search runs on its own index. Each match shows its reasons, including what is missing, and a board keeps every application in one place.",
    value:
      "AllSeek went from a demo to the search that three workforce boards send people to. Visitors see each job once, and seven in ten who apply come back to record the answer.",
  },
  ceoReview:
    "Half of our feature list did not survive the first workshop, and they had the data to back that up. The other half is fast. It is the first thing every user mentions.",
  ceoName: "Joanna Pruitt",
  ceoPosition: "CEO, AllSeek Search Group",
  ceoImage: ceo,
  galleryImages: [
    {
      picture: results,
      alt: "Search results for data analysts in Houston, with filters and one job in detail",
    },
    {
      picture: tracker,
      alt: "A board of applications: saved, sent, interview and offer",
    },
    { picture: phones, alt: "Results and a job with its reasons on two phones" },
  ],
  milestones: [
    {
      title: "What counts as the same job",
      description:
        "Two recruiters judged 2,000 pairs of listings by hand. Those pairs still test every release.",
    },
    {
      title: "Its own index",
      description: "The median search fell from seven seconds to under 120 milliseconds.",
    },
    {
      title: "Reasons for every match",
      description:
        "A dozen job seekers read the reasons aloud, and we rewrote them until nobody stumbled.",
    },
    {
      title: "Regional launch",
      description: "Three workforce boards, 41,000 open jobs, no downtime in launch week.",
    },
    {
      title: "Handover",
      description: "Infrastructure as code, a runbook, and two weeks beside their first engineer.",
    },
  ],
  relatedProjects: ["events", "devcraft-blog", "travel-budget"],
  metrics: [
    { value: "118 ms", label: "median search" },
    { value: "38%", label: "of listings merged as duplicates" },
    { value: "41,000", label: "open jobs, checked hourly" },
    { value: "+52%", label: "applications per visitor" },
  ],
  team: [
    { role: "Product designer" },
    { role: "Front-end engineer" },
    { role: "Search engineer" },
    { role: "DevOps engineer" },
    { role: "Quality engineer" },
    { role: "Project lead" },
  ],
} satisfies CaseStudy;
