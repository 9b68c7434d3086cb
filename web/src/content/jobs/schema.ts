import { z } from "zod";
import { text } from "../picture-schema";

/** The states whose law asks that an advertised job names its pay; work from anywhere may be done there. */
const PAY_STATES = "CA CO CT DC DE HI IL MA MD MN NJ NV NY RI VT WA".split(" ");

/** An open job; its file's name is its id. */
export const job = z
  .strictObject({
    /** Its place in the list, the lowest first. */
    order: z.number(),
    title: text,
    /** How it is worked. */
    time: z.enum(["Remote", "Full Time", "Hybrid", "Contract"]),
    /** Search engines show it too, and cut what is longer. */
    description: text.min(70).max(170),
    location: text,
    /** The state's postal code, for a job that is done in one. */
    region: z.string().length(2).optional(),
    /** The day it was opened, and the last one on which it can be applied for. */
    posted: z.iso.date(),
    validThrough: z.iso.date(),
    /** What it pays a year, in dollars, from and to. */
    pay: z.tuple([z.int(), z.int()]).optional(),
  })
  .refine(({ posted, validThrough }) => posted < validThrough, {
    path: ["validThrough"],
    error: "is not after the day it was posted",
  })
  .refine(({ pay, region }) => pay ?? (region && !PAY_STATES.includes(region)), {
    path: ["pay"],
    error: "is missing, and the law where it is worked asks for it",
  });
export type Job = z.infer<typeof job>;
