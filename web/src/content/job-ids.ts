/** The ids of the open jobs, apart from their texts: every page's router knows them. */
export const jobIds = [
  "ui-ux-product-designer",
  "frontend-web-developer",
  "backend-developer-nodejs",
  "devops-engineer",
  "mobile-app-developer",
  "product-manager",
] as const;

/** The id of an open job. */
export type JobId = (typeof jobIds)[number];
