import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { hasStatus, messageOf } from "../../api/errors";
import { consultationQuery } from "../../api/get-consultation";
import { Button } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { Spinner } from "../../ui/Spinner";
import { notifyError } from "../../ui/toast";
import { ConsultationRecord } from "./ConsultationRecord";
import { SignInAgain } from "./SignInAgain";
import { useBack } from "./useBack";

/** One consultation in full. */
export function ConsultationDetail({ slug }: { slug: string }) {
  const { data, error, refetch } = useQuery(consultationQuery(slug));
  const back = useBack();
  const missing = hasStatus(error, 404);

  useEffect(() => {
    if (error && !missing) notifyError(messageOf(error, "Failed to load consultation details"));
  }, [error, missing]);

  if (data && !missing) return <ConsultationRecord consultation={data} back={back} />;
  if (!error) return <Spinner label="Loading consultation" />;
  return (
    <Notice
      role="alert"
      page
      title={missing ? "Consultation not found" : "Error loading consultation details"}
    >
      {hasStatus(error, 401) && <SignInAgain />}
      {!missing && !hasStatus(error, 401) && (
        <Button tone="outline" size="s" onClick={() => void refetch()}>
          Try again
        </Button>
      )}
      <Button tone="outline" size="s" onClick={back}>
        Back
      </Button>
    </Notice>
  );
}
