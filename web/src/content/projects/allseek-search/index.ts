import type { CaseStudy, ProjectCard } from "../schema";
import ceo from "./ceo.webp?picture";
import cover from "./cover.webp?picture";
import phones from "./phones.webp?picture";
import results from "./results.webp?picture";
import tracker from "./tracker.webp?picture";

export const card = {
  order: 10,
  title: "AllSeek Job Search",
  category: "Web application",
  description: [
    "One search over three job boards and 4,000 company sites, ",
    { bold: "without a single duplicate" },
    ". Every match says what it rests on.",
  ],
  image: cover,
  alt: "AllSeek’s search results with filters and a job in detail, and the same on a phone",
} satisfies ProjectCard;

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
      "Job seekers in the Gulf region searched four sites for the same position, met it under three names and applied to listings that had closed weeks ago. AllSeek had the licenses to gather them all, and a prototype that needed eleven seconds for a search.",
    solution:
      "Listings are read every hour, compared by employer, place and wording, and merged into one entry that remembers all of its sources. The search runs on an index of its own. Each match shows its reasons, including what is missing, and a board keeps every application in one place.",
    value:
      "AllSeek went from a demo to the most used search of three workforce boards. Visitors see each job once, and seven in ten who apply come back to record the answer.",
  },
  ceoReview:
    "They talked us out of half the features on our list, in plain words and with numbers. What remained is fast, and our users notice that before they notice anything else.",
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
      title: "An index of its own",
      description: "The median search fell from eleven seconds to under 120 milliseconds.",
    },
    {
      title: "Reasons for every match",
      description: "Nine job seekers read the explanations aloud until none of them needed one.",
    },
    {
      title: "Regional launch",
      description: "Three workforce boards, 41,000 open jobs, no downtime in launch week.",
    },
    {
      title: "Handover",
      description: "Infrastructure as code, a run book and two weeks beside their first engineer.",
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
