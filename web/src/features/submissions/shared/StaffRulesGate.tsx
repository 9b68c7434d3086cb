import { type ReactNode, Suspense, use, useState } from "react";
import { ErrorBoundary, useErrorBoundary } from "react-error-boundary";
import { type StaffRules, staffRules } from "~/rules/load";
import { StaffRulesContext } from "~/rules/useRules";
import { Button } from "~/ui/Button";
import { NOT_LOADED } from "~/ui/ErrorBoundary";
import { Notice } from "~/ui/Notice";
import { Spinner } from "~/ui/Spinner";

/** Loads the rules again. Browsers cache the failure of a module until the page reloads, so reloads it if needed. */
const loadAgain = (): Promise<StaffRules> =>
  staffRules.load().catch(() => {
    location.reload();
    return new Promise<never>(() => undefined);
  });

type StaffRulesGateProps = {
  /** Renders the frame around the spinner and the notice. Default: none. */
  frame?: (content: ReactNode) => ReactNode;
  children: ReactNode;
};

const unframed = (content: ReactNode) => content;

/** Shows its children once the rules of the dashboard have loaded. Offers to try again if that fails. */
export function StaffRulesGate({ frame = unframed, children }: StaffRulesGateProps) {
  const [known] = useState(staffRules.loaded);
  const [loading, setLoading] = useState(staffRules.load);
  if (known) return <Provider rules={known}>{children}</Provider>;
  return (
    <ErrorBoundary onReset={() => setLoading(loadAgain)} fallback={frame(<Failure />)}>
      <Suspense fallback={frame(<Spinner />)}>
        <Loaded loading={loading}>{children}</Loaded>
      </Suspense>
    </ErrorBoundary>
  );
}

function Failure() {
  const { resetBoundary } = useErrorBoundary();
  return (
    <Notice {...NOT_LOADED} role="alert" page>
      <Button onClick={resetBoundary}>Try again</Button>
    </Notice>
  );
}

type LoadedProps = { loading: Promise<StaffRules>; children: ReactNode };

function Loaded({ loading, children }: LoadedProps) {
  return <Provider rules={use(loading)}>{children}</Provider>;
}

function Provider({ rules, children }: { rules: StaffRules; children: ReactNode }) {
  // A newer release may have replaced the rules.
  return <StaffRulesContext value={staffRules.loaded() ?? rules}>{children}</StaffRulesContext>;
}
