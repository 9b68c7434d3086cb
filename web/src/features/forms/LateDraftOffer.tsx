import { type ComponentType, useEffect, useState } from "react";
import type { DraftOfferProps } from "./DraftOffer";

/** A `DraftOffer` as soon as its script has loaded. The form works without it. */
export function LateDraftOffer(props: DraftOfferProps) {
  const [Offer, setOffer] = useState<ComponentType<DraftOfferProps>>();
  useEffect(() => {
    import("./DraftOffer").then(
      ({ DraftOffer }) => setOffer(() => DraftOffer),
      () => undefined,
    );
  }, []);
  return Offer && <Offer {...props} />;
}
