import type { HistoryPerson } from "~/api/submissions";

/** Returns whether a person of an event is the account with a username. Others may have the same name. */
export function isAccount(person: HistoryPerson | null, username: string | undefined): boolean {
  return username !== undefined && typeof person === "object" && person?.username === username;
}

/** Returns the name that a person had. */
export function personName(person: HistoryPerson): string {
  return typeof person === "string" ? person : person.name;
}
