import person from "bootstrap-icons/icons/person-fill.svg?raw";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { hasStatus, messageOf } from "../../api/errors";
import { type UserInfo, userInfoQuery } from "../../api/get-user-info";
import { site } from "../../content/site";
import { Icon } from "../../ui/Icon";
import { notifyError } from "../../ui/toast";
import styles from "./CurrentUser.module.css";

/** Who is signed in; Guest as long as that is not known. */
export function CurrentUser() {
  const { data, error } = useQuery(userInfoQuery);
  useEffect(() => {
    if (!error) return;
    // A proxy may refuse, too, without words or with its own.
    const signedOut = hasStatus(error, 401) && "Unauthorized: Invalid or expired token";
    notifyError(signedOut || messageOf(error, "Failed to fetch user info"));
  }, [error]);
  const user = data && !error ? { name: nameOf(data), email: data.email } : site.guest;
  return (
    <div className={styles.user}>
      <div className={styles.text}>
        <p className={styles.name}>
          <bdi>{user.name}</bdi>
        </p>
        {user.email && (
          <p className={styles.email}>
            <bdi>{user.email}</bdi>
          </p>
        )}
      </div>
      <span className={styles.avatar}>
        <Icon svg={person} />
      </span>
    </div>
  );
}

function nameOf({ first_name, last_name, username }: UserInfo): string {
  return `${first_name} ${last_name}`.trim() || username;
}
