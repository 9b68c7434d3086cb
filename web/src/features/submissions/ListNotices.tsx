import type { ReactNode } from "react";
import { hasStatus } from "../../api/errors";
import { Button, ButtonLink } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { SignInLink } from "./SignInLink";

type EmptyListProps = {
  /** What to say of a list that has nothing at all; without it only this page has nothing. */
  text: string | undefined;
  first: string;
  /** The way out of a list that has nothing. */
  children?: ReactNode;
};

/** Stands where a list has nothing to show. */
export function EmptyList({ text, first, children }: EmptyListProps) {
  if (text) {
    return (
      <Notice role="status" title={text}>
        {children}
      </Notice>
    );
  }
  return (
    <Notice role="status" title="There is nothing on this page.">
      <ButtonLink to={first} tone="outline" size="s">
        Go to the first page
      </ButtonLink>
    </Notice>
  );
}

/** Stands where a list, of whichever kind, could not be loaded. */
export function FailedList({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <Notice role="alert" title="Error loading consultations">
      {hasStatus(error, 401) ? (
        <SignInLink />
      ) : (
        <Button onClick={retry} tone="outline" size="s">
          Try again
        </Button>
      )}
    </Notice>
  );
}
