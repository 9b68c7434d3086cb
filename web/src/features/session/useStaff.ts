import { useQuery } from "@tanstack/react-query";
import { adminsQuery, type Person } from "../../api/get-admins";
import { type UserInfo, userInfoQuery } from "../../api/get-user-info";

/** Whoever is signed in, and everybody to whom a record can be given. */
export type Staff = {
  me: Person | undefined;
  people: readonly Person[];
  /** Whether the people could not be loaded. */
  failed: boolean;
  retry: () => void;
};

/** Asks who is there. */
export function useStaff(): Staff {
  const { data: user } = useQuery(userInfoQuery);
  const { data: people = [], isError, refetch } = useQuery(adminsQuery);
  const me = user && (people.find(({ username }) => username === user.username) ?? personOf(user));
  return { me, people, failed: isError, retry: () => void refetch() };
}

function personOf({ username, first_name, last_name }: UserInfo): Person {
  return { username, name: `${first_name} ${last_name}`.trim() || username };
}
