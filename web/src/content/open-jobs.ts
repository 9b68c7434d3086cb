/** The slugs of the jobs that were closed on the day of the build, from `vite.config.ts`. */
declare const __CLOSED_JOBS__: readonly string[];

/** Returns the jobs that were open on the day of the build. */
export function openJobs<T extends { slug: string }>(
  jobs: readonly T[],
  closed: readonly string[] = __CLOSED_JOBS__,
): T[] {
  return jobs.filter(({ slug }) => !closed.includes(slug));
}
