import {
  devcraftBlogArticle,
  devcraftBlogEditor,
  devcraftBlogHome,
} from "../pictures/devcraft-blog";
import { caseStudy } from "./case-study";

/** A developer blog. */
export default caseStudy("devcraft-blog", {
  technologies: ["Django", "Python", "PostgreSQL", "htmx", "Docker", "GitHub Actions"],
  brandName: "DevCraft",
  location: "Portland, Oregon",
  client: "DevCraft Press",
  clutchReview: 4.6,
  budget: "$10,000 to $15,000",
  industry: "Technical publishing",
  stack: "Django and PostgreSQL",
  live: "https://devcraft.example",
  insights: {
    problem:
      "DevCraft’s authors are working engineers, and their readers test what they print. On the hosted platform they had used, code samples broke unseen, search could not find a function by its name, and an article needed two days of formatting.",
    solution:
      "We built a small Django application in which an article is a text file. Every marked code sample is run against the version it names before publication, and again when a new version is out. PostgreSQL alone does the search, with ranking and prefixes, so there is one service to look after.",
    value:
      "Authors write, the editor schedules, and the site does the rest. The audience has tripled in fourteen months on one modest server that has never been above a fifth of its capacity.",
  },
  ceoReview:
    "I review code for a living and I looked for something to complain about. There is a test for the thing I was going to ask for.",
  ceoName: "Ilse Marek",
  ceoPosition: "Founder, DevCraft Press",
  galleryImages: [
    { picture: devcraftBlogHome, alt: "The front page with the newest article on slow queries" },
    {
      picture: devcraftBlogArticle,
      alt: "An article with a highlighted Django model and a chart of before and after",
    },
    {
      picture: devcraftBlogEditor,
      alt: "The editor: Markdown beside its preview, and checks before publication",
    },
  ],
  milestones: [
    {
      title: "From files to articles",
      description: "Markdown in a repository becomes pages, feeds and mail within a minute.",
    },
    {
      title: "Samples that run",
      description: "Each code block names its version and is run in a container of its own.",
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
});
