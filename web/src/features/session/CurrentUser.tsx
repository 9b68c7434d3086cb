import person from "bootstrap-icons/icons/person-fill.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { userInfoQuery } from "~/api/staff";
import { site } from "~/content/site";
import { paths } from "~/paths";
import { Icon } from "~/ui/Icon";
import { Link } from "~/ui/Link";
import styles from "./CurrentUser.module.css";
import { personOf } from "./useStaff";

/** The signed-in user, or Guest while unknown. */
export function CurrentUser() {
  const { data, error } = useQuery(userInfoQuery);
  const user = data && !error ? { name: personOf(data).name, email: data.email } : site.guest;
  return (
    <Link to={paths.account} className={styles.user}>
      <span className="visually-hidden">Your account: </span>
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
    </Link>
  );
}
