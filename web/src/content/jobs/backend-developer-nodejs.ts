import type { Job } from "./schema";

export default {
  order: 30,
  title: "Backend Developer Node.js",
  time: "Remote",
  location: "Remote",
  posted: "2026-10-12",
  pay: [110_000, 150_000],
  description:
    "Design the APIs and the Postgres schemas behind our web applications in Node.js. You write migrations that can be undone and tests that a colleague can read.",
} satisfies Job;
