import type { Job } from "./schema";

export default {
  order: 50,
  title: "Mobile App Developer",
  time: "Contract",
  location: "Florida US",
  region: "FL",
  posted: "2026-10-19",
  validThrough: "2027-01-31",
  description:
    "Take two React Native apps from prototype to both stores over six months. You know offline storage, push messages and the reviewers’ rules from having shipped before.",
} satisfies Job;
