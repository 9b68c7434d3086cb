import { AccountView } from "../../features/account/AccountView";

/** One's own account. */
export default function AccountPage() {
  return <AccountView />;
}
