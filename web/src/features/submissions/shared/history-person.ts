import type { FormerPerson } from "~/api/submissions";

/** Returns whether a person of an event is the account with a username. Others may have the same name. */
export function isAccount(person: FormerPerson | null, username: string | undefined): boolean {
  return username !== undefined && person?.username === username;
}
