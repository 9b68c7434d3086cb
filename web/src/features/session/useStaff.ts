import { useQuery } from "@tanstack/react-query";
import { adminsQuery, type Person, type UserInfo, userInfoQuery } from "~/api/staff";

/** The signed-in user, and all admins to whom records can be assigned. */
export type Staff = {
  me: Person | undefined;
  people: readonly Person[];
  /** Whether the admins could not be loaded. */
  failed: boolean;
  retry: () => void;
};

/** Returns the signed-in user and all admins. */
export function useStaff(): Staff {
  const { data: user } = useQuery(userInfoQuery);
  const { data: people = [], isError, refetch } = useQuery(adminsQuery);
  const me = user && (people.find(({ username }) => username === user.username) ?? personOf(user));
  return { me, people, failed: isError, retry: () => void refetch() };
}

/** Returns the signed-in user as others see them. */
export function personOf({ username, first_name, last_name }: UserInfo): Person {
  return { username, name: `${first_name} ${last_name}`.trim() || username };
}
