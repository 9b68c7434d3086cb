import { AccountView } from "~/features/account/AccountView";
import { DashboardTitle } from "~/seo/DashboardTitle";

/** The page of the signed-in user's account. */
export default function AccountPage() {
  return (
    <>
      <DashboardTitle name="Your account" />
      <AccountView />
    </>
  );
}
