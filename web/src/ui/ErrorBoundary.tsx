import { Component, type ReactNode } from "react";
import { Notice } from "./Notice";
import { Button } from "./Button";

/** Stands in for a page that could not be shown, so that the visitor is not left with nothing. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice title="This page could not be loaded." role="alert" page>
        <Button onClick={() => location.reload()}>Try again</Button>
      </Notice>
    );
  }
}
