import { type ReactNode, Suspense, use, useState } from "react";
import { type StaffRules, staffRules } from "../../rules/load";
import { StaffRulesContext } from "../../rules/useRules";
import { Button } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { Spinner } from "../../ui/Spinner";

/** The rules, or nothing where they could not be loaded. */
type Loading = Promise<StaffRules | undefined>;

const load = (): Loading => staffRules.load().catch(() => undefined);

/** Loads them again. A browser keeps the failure of a module as long as the page lives: then the page is loaded again. */
const loadAgain = (): Loading =>
  staffRules.load().catch(() => {
    location.reload();
    return new Promise<undefined>(() => undefined);
  });

/** Shows its children once the rules of the dashboard are there, and offers to try again where they do not load. */
export function StaffRulesGate({ children }: { children: ReactNode }) {
  const [known] = useState(staffRules.loaded);
  const [loading, setLoading] = useState(load);
  if (known) {
    // A later release may have replaced them.
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
      <Notice
        title="This page could not be loaded."
        text="The connection may have been lost, or the site has just been updated."
        role="alert"
        page
      >
        <Button onClick={retry}>Try again</Button>
      </Notice>
    );
  }
  return <StaffRulesContext value={staffRules.loaded() ?? rules}>{children}</StaffRulesContext>;
}
