import { hasStatus } from "../../api/errors";
import { Button, ButtonLink } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { SignInAgain } from "./SignInAgain";

/** Stands where a list has nothing to show. */
export function EmptyList({ count, first }: { count: number; first: string }) {
  if (count === 0) return <Notice role="status" title="No consultations available" />;
  return (
    <Notice role="status" title="There is nothing on this page.">
      <ButtonLink to={first} tone="outline" size="s">
        Go to the first page
      </ButtonLink>
    </Notice>
  );
}

/** Stands where a list could not be loaded. */
export function FailedList({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <Notice role="alert" title="Error loading consultations">
      {hasStatus(error, 401) ? (
        <SignInAgain />
      ) : (
        <Button onClick={retry} tone="outline" size="s">
          Try again
        </Button>
      )}
    </Notice>
  );
}
