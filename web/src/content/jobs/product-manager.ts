import type { Job } from "./schema";

export default {
  order: 60,
  title: "Product Manager",
  time: "Full Time",
  location: "Remote",
  posted: "2026-10-19",
  pay: [105_000, 140_000],
  description:
    "Turn a client’s problem into a plan that a small team can finish. You write briefly, say no early, and make sure that what we measure at launch is what we promised.",
} satisfies Job;
