import { useLayoutEffect } from "react";
import { site } from "~/content/site";
import { LoginForm } from "~/features/session/LoginForm";
import { paths } from "~/paths";
import { Logo } from "~/site/Logo";
import { Main } from "~/ui/Main";
import { Seo } from "~/seo/Seo";
import { Link } from "~/ui/Link";
import { followScheme } from "~/ui/scheme/color-scheme";
import styles from "./LoginPage.module.css";

/** The login page of admins. */
export default function LoginPage() {
  useLayoutEffect(followScheme, []);
  return (
    <Main className={styles.page}>
      <Seo title={`Admin Login | ${site.name}`} />
      <Link to={paths.home} className={styles.logo}>
        <Logo />
      </Link>
      <div className={styles.card}>
        <h1>Admin Login</h1>
        <LoginForm />
      </div>
    </Main>
  );
}
