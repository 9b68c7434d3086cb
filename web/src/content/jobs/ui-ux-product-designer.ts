import type { Job } from "./schema";

export default {
  order: 10,
  title: "UI/UX & Product Designer",
  time: "Remote",
  location: "Texas US",
  posted: "2026-10-05",
  pay: [95_000, 125_000],
  description:
    "Own a product from the first interview to the shipped screen. You sketch in the open, test before you polish, and hand over every state of a screen.",
} satisfies Job;
