import type { Job } from "./schema";

export default {
  order: 40,
  title: "DevOps Engineer",
  time: "Hybrid",
  location: "New York US",
  posted: "2026-10-12",
  pay: [120_000, 155_000],
  description:
    "Keep our clients’ sites at 99.9% without heroics: infrastructure as code, uneventful deployments, backups that have been restored, and alerts that mean something.",
} satisfies Job;
