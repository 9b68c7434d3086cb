import type { Job } from "./schema";

export default {
  order: 50,
  title: "Mobile App Developer",
  time: "Contract",
  location: "Florida US",
  posted: "2026-10-19",
  pay: [110_000, 135_000],
  description:
    "Take two React Native apps from prototype to both stores on a one-year contract. You have shipped before, and know offline storage, push messages and store reviews.",
} satisfies Job;
