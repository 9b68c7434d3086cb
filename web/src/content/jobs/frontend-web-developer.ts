import type { Job } from "./schema";

export default {
  order: 20,
  title: "Frontend Web Developer",
  time: "Full Time",
  location: "California US",
  posted: "2026-10-05",
  pay: [115_000, 145_000],
  description:
    "Build interfaces in React and TypeScript that are quick on a three-year-old phone and clear to a screen reader. You care about the last ten percent and you measure it.",
} satisfies Job;
