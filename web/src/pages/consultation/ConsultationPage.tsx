import { useParams } from "react-router-dom";
import { ConsultationDetail } from "../../features/consultations/ConsultationDetail";

/** One consultation, by the slug in the address. */
export default function ConsultationPage() {
  const { slug = "" } = useParams();
  return <ConsultationDetail key={slug} slug={slug} />;
}
