import { Component, type ReactNode } from "react";
import { Button } from "./Button";
import { Notice } from "./Notice";

type ErrorBoundaryProps = {
  /** Renders the children again when it changes. */
  resetKey: string;
  words?: { title: string; text?: string };
  /** Called before the children are rendered again. Without it, "Try again" reloads the page. */
  onRetry?: () => void;
  children: ReactNode;
};

type ErrorBoundaryState = { resetKey: string; failed: boolean };

const NOT_LOADED = {
  title: "This page could not be loaded.",
  text: "The connection may have been lost, or the site has just been updated.",
};

/** Shows a notice instead of children that throw. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state = { resetKey: this.props.resetKey, failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return resetKey === state.resetKey ? null : { resetKey, failed: false };
  }

  retry = () => {
    const { onRetry } = this.props;
    if (!onRetry) return location.reload();
    onRetry();
    this.setState({ failed: false });
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice {...(this.props.words ?? NOT_LOADED)} role="alert" page>
        <Button onClick={this.retry}>Try again</Button>
      </Notice>
    );
  }
}
