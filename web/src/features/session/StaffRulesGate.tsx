import { type ReactNode, Suspense, use, useEffect, useState } from "react";
import { ErrorBoundary, useErrorBoundary } from "react-error-boundary";
import { type StaffRules, staffRules } from "~/rules/load";
import { StaffRulesContext } from "~/rules/useRules";
import { RetryButton } from "~/ui/RetryButton";
import { NOT_LOADED } from "~/ui/ErrorBoundary";
import { Notice } from "~/ui/Notice";
import { Spinner } from "~/ui/Spinner";
import { WebAssemblyNotice } from "./WebAssemblyNotice";

/** Milliseconds after which loading takes a long time. */
const LATE_AFTER = 10_000;

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

/**
 * Shows its children once the rules of the dashboard have loaded. Offers to try again if that fails,
 * and to reload if it takes a long time.
 */
export function StaffRulesGate({ frame = unframed, children }: StaffRulesGateProps) {
  const [known] = useState(staffRules.loaded);
  const [loading, setLoading] = useState(staffRules.load);
  if (known) return <StaffRulesContext value={known}>{children}</StaffRulesContext>;
  return (
    <ErrorBoundary onReset={() => setLoading(loadAgain)} fallback={frame(<Failure />)}>
      <Suspense fallback={frame(<Loading />)}>
        <Loaded loading={loading}>{children}</Loaded>
      </Suspense>
    </ErrorBoundary>
  );
}

function Loading() {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_AFTER);
    return () => clearTimeout(timer);
  }, []);
  const note = (
    <>
      This page is taking a long time to load.{" "}
      <a href={location.pathname + location.search}>Reload it</a>
    </>
  );
  return <Spinner note={isLate ? note : undefined} />;
}

function Failure() {
  const { error, resetBoundary } = useErrorBoundary();
  const again = <RetryButton retry={resetBoundary} />;
  // The browser refused to compile the rules, or they were damaged on the way.
  if (error instanceof Error && error.name === "CompileError")
    return <WebAssemblyNotice>{again}</WebAssemblyNotice>;
  return (
    <Notice {...NOT_LOADED} role="alert" page>
      {again}
    </Notice>
  );
}

type LoadedProps = { loading: Promise<StaffRules>; children: ReactNode };

function Loaded({ loading, children }: LoadedProps) {
  return <StaffRulesContext value={use(loading)}>{children}</StaffRulesContext>;
}
