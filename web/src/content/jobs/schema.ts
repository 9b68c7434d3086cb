import { z } from "zod";
import { text } from "../picture-schema";

/** An open job; its file's name is its id. */
export const job = z
  .strictObject({
    /** Its place in the list, the lowest first. */
    order: z.number(),
    title: text,
    /** How it is worked. */
    time: z.enum(["Remote", "Full Time", "Hybrid", "Contract"]),
    /** Search engines show it too, and cut what is longer. */
    description: text
      .min(70, "is shorter than 70 characters")
      .max(170, "is longer than 170 characters"),
    /** The state that it is done in, or anywhere in the country. */
    location: z.union([z.literal("Remote"), z.templateLiteral([z.string(), " US"])]),
    /** The day it was opened, and the last one on which it can be applied for. */
    posted: z.iso.date(),
    validThrough: z.iso.date(),
    /**
     * What it pays a year, in dollars, from and to. Some states ask for it, and a job done anywhere may be done there:
     * every job says it.
     */
    pay: z.tuple([z.int(), z.int()]).refine(([from, to]) => from < to, "is no range"),
  })
  .refine(({ posted, validThrough }) => posted < validThrough, {
    path: ["validThrough"],
    error: "is not after the day it was posted",
  });
export type Job = z.infer<typeof job>;
