/** One page of a list, with the count of all its records. */
export type Page<T> = { count: number; results: T[] };
