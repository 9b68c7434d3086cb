import { site } from "./site";

/** Copy that all project pages share. */
export const projectPage = {
  title: (name: string, category: string) => `${name} | ${category} by ${site.name}`,
  trail: { projects: "Projects" },
  facts: {
    heading: "At a glance",
    brandName: "Brand name",
    location: "Location",
    client: "Client",
    industry: "Industry",
    budget: "Budget",
    stack: "Stack",
    category: "Category",
    live: "Live",
    none: "Not Available",
  },
  technologies: "Technologies",
  insights: { problem: "Problem", solution: "Solution", value: "Value Delivered" },
  metrics: { heading: "Key Metrics", none: "Metrics not available." },
  gallery: {
    heading: "Gallery",
    label: (project: string) => `Gallery of ${project}`,
    none: "Gallery coming soon.",
  },
  milestones: { heading: "Milestones", none: "Milestones not available." },
  team: { heading: "The team", none: "Team details not available." },
  feedback: { heading: "Client feedback" },
  share: {
    heading: "Share this project",
    message: (project: string) => `${project}, built by ${site.name}`,
    linkedin: "LinkedIn",
    twitter: "Twitter",
    email: "Email",
  },
  related: { heading: "Related projects", none: "No related projects available." },
  closing: {
    heading: "Have something like this in mind?",
    text: "Tell us about it. The estimate is free, and nothing is owed if you decide against it.",
  },
} as const;
