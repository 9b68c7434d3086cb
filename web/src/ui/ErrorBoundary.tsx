import { Component, type ReactNode } from "react";
import { Button } from "./Button";
import { Notice } from "./Notice";

type ErrorBoundaryProps = {
  /** What it stands in for; something else is tried anew. */
  of: string;
  children: ReactNode;
};

type ErrorBoundaryState = { of: string; failed: boolean };

/** Stands in for a page that could not be shown, so that the visitor is not left with nothing. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state = { of: this.props.of, failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ of }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return of === state.of ? null : { of, failed: false };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice
        title="This page could not be loaded."
        text="The connection may have been lost, or the site has just been updated."
        role="alert"
        page
      >
        <Button onClick={() => location.reload()}>Try again</Button>
      </Notice>
    );
  }
}
