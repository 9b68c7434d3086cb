/** Words that several pages share. */
export const common = {
  contactUs: "Contact Us",
  requestEstimate: "Request Free Estimate",
  scheduleCall: "Schedule A Call",
  allProjects: "View All Projects",
  goHome: "Go home",
  rating: (stars: number) => `Rated ${stars} out of 5`,
} as const;
