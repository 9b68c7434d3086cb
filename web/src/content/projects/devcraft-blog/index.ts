import type { CaseStudy } from "../schema";
import article from "./article.webp?picture";
import editor from "./editor.webp?picture";
import home from "./home.webp?picture";

/** A developer blog. */
export default {
  technologies: ["Django", "Python", "PostgreSQL", "htmx", "Docker", "GitHub Actions"],
  brandName: "DevCraft",
  location: "Vienna, Austria",
  client: "DevCraft Press",
  clutchReview: 4.6,
  budget: "$6,000 to $9,000",
  industry: "Technical publishing",
  stack: "Django and PostgreSQL",
  live: "https://devcraft.example",
  insights: {
    problem:
      "DevCraft’s authors are working engineers, and their readers try out what they print. On their old hosted platform, code samples broke unnoticed, search could not find a function by its name, and an article needed two days of formatting.",
    solution:
      "We built a small Django application in which an article is a text file. Every marked code sample is run against the version it names before publication, and again whenever a new version is out. PostgreSQL alone does the search, with ranking and prefixes, so there is one service to look after.",
    value:
      "Authors write, the editor schedules, and the site does the rest. The audience has tripled in fourteen months on one modest server that has never been above a fifth of its capacity.",
  },
  ceoReview:
    "I review code for a living. I found two things to object to, and both were already documented as decisions, with reasons. I withdrew my objections.",
  ceoName: "Ilse Marek",
  ceoPosition: "Founder, DevCraft Press",
  galleryImages: [
    { picture: home, alt: "The front page with the newest article on slow queries" },
    {
      picture: article,
      alt: "An article with a highlighted Django model and a chart of before and after",
    },
    {
      picture: editor,
      alt: "The editor: Markdown beside its preview, and checks before publication",
    },
  ],
  milestones: [
    {
      title: "From files to articles",
      description: "Markdown in a repository becomes pages, feeds and newsletters within a minute.",
    },
    {
      title: "Samples that run",
      description: "Each code block names its version and runs in its own container.",
    },
    {
      title: "Search in PostgreSQL",
      description: "Function names, prefixes and typos, answered in eight milliseconds.",
    },
  ],
  relatedProjects: ["allseek-search", "foodblog-recipe", "events"],
  metrics: [
    { value: "3×", label: "readers in fourteen months" },
    { value: "8 ms", label: "median search" },
    { value: "0", label: "broken samples since launch" },
    { value: "71%", label: "of readers reach the end" },
  ],
  team: [
    { role: "Designer" },
    { role: "Back-end engineer, Django" },
    { role: "DevOps engineer" },
    { role: "Project lead" },
  ],
} satisfies CaseStudy;
