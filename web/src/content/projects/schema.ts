import { z } from "zod";
import { picture, text } from "../picture-schema";

const richText = z.array(z.union([z.string(), z.strictObject({ bold: text })])).min(1);

/** A project's card in the portfolio. */
export const projectCard = z.strictObject({
  /** Position in the portfolio, lowest first. */
  order: z.number(),
  title: text,
  category: z.enum([
    "Website development",
    "E-commerce",
    "Mobile app",
    "Web application",
    "Cloud hosting",
  ]),
  /** May contain bold parts. */
  description: richText,
  image: picture,
  alt: text,
});
export type ProjectCard = z.infer<typeof projectCard>;

/** A project's case study, in addition to its card. */
export const caseStudy = z.strictObject({
  /** The meta description: one or two sentences. */
  description: text.optional(),
  technologies: z.array(text).min(3),
  brandName: text,
  location: text,
  client: text,
  /** The client's score on the review platform. */
  clutchReview: z.number().min(0).max(5),
  budget: text,
  industry: text,
  stack: text,
  live: z.union([z.literal("Not Available"), z.templateLiteral(["https://", z.string()])]),
  insights: z.strictObject({ problem: text, solution: text, value: text }),
  ceoReview: text,
  ceoName: text,
  ceoPosition: text,
  ceoImage: picture.optional(),
  galleryImages: z.array(z.strictObject({ picture, alt: text })).min(2),
  milestones: z.array(z.strictObject({ title: text, description: text })).min(3),
  /** The slugs of related case studies. */
  relatedProjects: z.array(text),
  metrics: z.array(z.strictObject({ value: text, label: text })).min(3),
  team: z.array(z.strictObject({ role: text })).min(3),
});
export type CaseStudy = z.infer<typeof caseStudy>;
