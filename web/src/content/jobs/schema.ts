import { z } from "zod";
import { text } from "../picture-schema";

/** A job. Its file name is its id. */
export const job = z
  .strictObject({
    /** Position in the list, lowest first. */
    order: z.number(),
    title: text,
    /** Work arrangement or employment type. */
    time: z.enum(["Remote", "Full Time", "Hybrid", "Contract"]),
    /** Also the meta description, which search engines truncate. */
    description: text
      .min(70, "is shorter than 70 characters")
      .max(170, "is longer than 170 characters"),
    /** The state where the job is located, or anywhere in the country. */
    location: z.union([z.literal("Remote"), z.templateLiteral([z.string(), " US"])]),
    /** The first day to apply. */
    posted: z.iso.date(),
    /** The last day to apply, if there is one. The page closes the job after it. */
    validThrough: z.iso.date().optional(),
    /**
     * Salary per year in dollars, from and to. Some states require it, and remote jobs may be done
     * in any of them, so every job has it.
     */
    pay: z.tuple([z.int(), z.int()]).refine(([from, to]) => from < to, "is no range"),
  })
  .refine(({ posted, validThrough }) => !validThrough || posted < validThrough, {
    path: ["validThrough"],
    error: "is not after the day it was posted",
  });
export type Job = z.infer<typeof job>;
