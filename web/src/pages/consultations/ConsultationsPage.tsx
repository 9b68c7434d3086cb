import { ConsultationList } from "../../features/consultations/ConsultationList";

/** The list of consultations. */
export default function ConsultationsPage() {
  return <ConsultationList />;
}
