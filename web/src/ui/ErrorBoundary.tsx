import type { ReactNode } from "react";
import { ErrorBoundary as Boundary, useErrorBoundary } from "react-error-boundary";
import { RetryButton } from "./RetryButton";
import { Notice } from "./Notice";

type Words = { title: string; text?: string };

type ErrorBoundaryProps = {
  /** Renders the children again when it changes. */
  resetKey: string;
  words?: Words;
  /** Called before the children are rendered again. */
  onReset: () => void;
  /** Whether "Try again" reloads the page instead. */
  reloads?: boolean;
  children: ReactNode;
};

/** What a page that could not be loaded says. */
export const NOT_LOADED = {
  title: "This page could not be loaded.",
  text: "The connection may have been lost, or the site has just been updated.",
};

/** Shows a notice instead of children that throw. */
export function ErrorBoundary({
  resetKey,
  words = NOT_LOADED,
  onReset,
  reloads = false,
  children,
}: ErrorBoundaryProps) {
  return (
    <Boundary
      resetKeys={[resetKey]}
      onReset={onReset}
      fallback={<Failure words={words} reloads={reloads} />}
    >
      {children}
    </Boundary>
  );
}

type FailureProps = Pick<ErrorBoundaryProps, "reloads"> & { words: Words };

function Failure({ words, reloads }: FailureProps) {
  const { resetBoundary } = useErrorBoundary();
  return (
    <Notice {...words} role="alert" page>
      <RetryButton retry={() => (reloads ? location.reload() : resetBoundary())} />
    </Notice>
  );
}
