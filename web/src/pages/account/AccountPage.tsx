import { AccountView } from "../../features/account/AccountView";
import { DashboardTitle } from "../../site/DashboardTitle";

/** The user's own account. */
export default function AccountPage() {
  return (
    <>
      <DashboardTitle name="Your account" />
      <AccountView />
    </>
  );
}
