import { type ReactNode, Suspense, use, useState } from "react";
import { type StaffRules, staffRules } from "~/rules/load";
import { StaffRulesContext } from "~/rules/useRules";
import { Button } from "~/ui/Button";
import { NOT_LOADED } from "~/ui/ErrorBoundary";
import { Notice } from "~/ui/Notice";
import { Spinner } from "~/ui/Spinner";

/** The rules; undefined if they couldn't be loaded. */
type Loading = Promise<StaffRules | undefined>;

const load = (): Loading => staffRules.load().catch(() => undefined);

/** Loads the rules again. Browsers cache the failure of a module until the page reloads, so reloads it if needed. */
const loadAgain = (): Loading =>
  staffRules.load().catch(() => {
    location.reload();
    return new Promise<undefined>(() => undefined);
  });

/** Shows its children once the rules of the dashboard have loaded. Offers to try again if that fails. */
export function StaffRulesGate({ children }: { children: ReactNode }) {
  const [known] = useState(staffRules.loaded);
  const [loading, setLoading] = useState(load);
  if (known) {
    // A newer release may have replaced the rules.
    return <StaffRulesContext value={staffRules.loaded() ?? known}>{children}</StaffRulesContext>;
  }
  return (
    <Suspense fallback={<Spinner />}>
      <Loaded loading={loading} retry={() => setLoading(loadAgain)}>
        {children}
      </Loaded>
    </Suspense>
  );
}

type LoadedProps = { loading: Loading; retry: () => void; children: ReactNode };

function Loaded({ loading, retry, children }: LoadedProps) {
  const rules = use(loading);
  if (!rules) {
    return (
      <Notice {...NOT_LOADED} role="alert" page>
        <Button onClick={retry}>Try again</Button>
      </Notice>
    );
  }
  return <StaffRulesContext value={staffRules.loaded() ?? rules}>{children}</StaffRulesContext>;
}
