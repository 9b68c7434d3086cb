import type { Job } from "./schema";

export default {
  order: 10,
  title: "UI/UX & Product Designer",
  time: "Remote",
  location: "Texas US",
  region: "TX",
  posted: "2026-10-05",
  validThrough: "2027-01-31",
  description:
    "Own a product from the first interview to the shipped screen. You sketch in the open, test with five people before you polish, and hand over states, not pictures.",
} satisfies Job;
